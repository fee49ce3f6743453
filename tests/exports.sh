# Of what libtesela exports, shared or static, every name begins with tes_:
#   sh tests/exports.sh BUILD
set -eu

exported() {
  nm -D --defined-only "$1/lib/libtesela.so"
  nm -g --defined-only "$1/lib/libtesela.a"
}

names=$(exported "$1")
echo "$names" | awk '
  NF == 3 && $3 ~ /^tes_/ { own++ }
  NF == 3 && $3 !~ /^tes_/ && !seen[$3]++ { print "exported: " $3; others++ }
  END { exit !own || others > 0 }'
