# Of what libtesela exports, shared or static, every name begins with tes_, and the
# shared one has all that the symbols file of its package says, and nothing else:
#   sh tests/exports.sh BUILD
set -eu
symbols=$(dirname "$0")/../.ci/packages/symbols

exported() {
  nm -D --defined-only "$1/lib/libtesela.so"
  nm -g --defined-only "$1/lib/libtesela.a"
}

names=$(exported "$1")
echo "$names" | awk '
  NF == 3 && $3 ~ /^tes_/ { own++ }
  NF == 3 && $3 !~ /^tes_/ && !seen[$3]++ { print "exported: " $3; others++ }
  END { exit !own || others > 0 }'

# A name that is new is added there with the version that brings it. One that is gone
# needs another soname, once a version has been released.
listed=$(sed -n 's/^ \(tes_[a-z0-9_]*\)@.*/\1/p' "$symbols" | sort)
shared=$(nm -D --defined-only "$1/lib/libtesela.so" | awk '{ print $3 }' | sort)
[ "$listed" = "$shared" ] || {
  echo "$symbols and libtesela.so differ (<: only in the file):"
  echo "$listed" >"$1/symbols.listed"
  echo "$shared" | diff "$1/symbols.listed" -
  exit 1
}
