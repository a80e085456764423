#!/bin/sh
# found.sh COMPARE KIND: exit 0 if and only if COMPARE finds the corruption KIND (its exit code 1).
"$1" --positions 40000 --corrupt "$2"
code=$?
test "$code" -eq 1 && exit 0
echo "corruption $2: exit code $code instead of 1" >&2
exit 1
