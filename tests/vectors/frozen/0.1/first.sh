# A program as a bot: it plays the first legal move of the list.
while read -r line; do
  case $line in
    '{"hello"'*) echo '{"ok":{"name":"first of all","version":"1"}}' ;;
    '{"go"'*) echo "$line" | sed 's/.*"id":\([0-9]*\).*"moves":\["\([^"]*\)".*/{"id":\1,"move":"\2"}/' ;;
    '{"quit"'*) exit ;;
  esac
done
