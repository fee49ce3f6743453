#!/usr/bin/env python3
# A bot for tesela, in Python. It runs as it is; make it better:
#   tesela match mixtour 'exec:python3 ./mine.py' random
#   tesela play mixtour --bot 'exec:python3 ./mine.py'
# It talks in lines of JSON (tesela help page protocol), so print nothing else. For
# debugging use print(..., file=sys.stderr).
import json
import random
import sys


def choose(go):
    """Returns one of go["moves"]; go["view"] is what you know of the position."""
    return random.Random(go["seed"]).choice(go["moves"])


def say(message):
    print(json.dumps(message), flush=True)


for line in sys.stdin:
    message = json.loads(line)
    if "hello" in message:  # a game begins
        say({"ok": {"name": "mine", "version": "1"}})
    elif "go" in message:  # it is your turn
        say({"id": message["go"]["id"], "move": choose(message["go"])})
    elif "quit" in message:
        break
