"""`paua referee`: a game between two programs that exchange files; every fault is named; nothing is left behind, also by
a referee that is killed."""
import json
import os
import pathlib
import resource
import signal
import subprocess
import time
import unittest

from harness import PAUA, WAIT_SECONDS, Folder, bash

# Plays the N-th successor of its input, modulo their number, and writes the board after it.
PLAYER = """#!/bin/sh
name=${2%.input}
paua successors "$2" || exit
line=$(($1 % $(wc -l < $name.move) + 1))
for ending in move board; do
    sed -n "${line}p" $name.$ending > one && mv one $name.$ending
done
"""
# A legal first move, and nothing else.
QUICK = "printf '[c3, c5, d4]' > ${1%.input}.move"
FAULTS = {
    "time": ["sleep 1000", "sleep 1000 & wait", "while :; do :; done"],
    "crash": [f"{QUICK}; exit 3", f"{QUICK}; kill -9 $$"],
    "missing": [":", "printf '[c3, c5, d4]' > ${1%.input}.moves"],
    "link": ["printf '[c3, c5, d4]' > x; ln -s x ${1%.input}.move", "ln -s /etc/passwd ${1%.input}.move",
             "ln -s missing ${1%.input}.move", "printf '[c3, c5, d4]' > x; ln x ${1%.input}.move",
             f"{QUICK}; ln -s $1 ${{1%.input}}.board"],
    "kind": ["mkdir ${1%.input}.move", "mkfifo ${1%.input}.move", f"{QUICK}; mkdir ${{1%.input}}.board"],
    "size": ["head -c 5000 /dev/zero | tr '\\0' ' ' > ${1%.input}.move", "head -c 100000000 /dev/zero > ${1%.input}.move"],
    "several": ["printf '[c3, c5, d4]\\n[c3, c5, d5]\\n' > ${1%.input}.move", f"{QUICK}; {QUICK.replace('${1%.input}', 'two')}"],
    "syntax": ["printf '[c3, c5' > ${1%.input}.move", ": > ${1%.input}.move", "printf '[c3, c5, d4]\\0' > ${1%.input}.move",
               f"{QUICK}; printf 'A1b,A2' > ${{1%.input}}.board"],
    "illegal": ["printf '[a1, a1, a2]' > ${1%.input}.move", "printf '[i5, i5, h5]' > ${1%.input}.move"],
    "board": [f"{QUICK}; sed 1d $1 > ${{1%.input}}.board"],
}


class RefereeTest(unittest.TestCase):
    def setUp(self):
        self.folder = self.enterContext(Folder())
        self.temporary = pathlib.Path(self.folder.name) / "tmp"
        self.temporary.mkdir()
        self.write("player", PLAYER)
        self.write("quick", f"#!/bin/sh\n{QUICK}\n")

    def write(self, name, text):
        path = pathlib.Path(self.folder.name) / name
        path.write_text(text)
        path.chmod(0o755)

    def left(self):
        return sorted(path.name for path in self.temporary.iterdir())

    def referee(self, arguments):
        return bash(f"TMPDIR='{self.temporary}' paua referee {arguments}", self.folder)

    def start(self, *arguments):
        return subprocess.Popen([PAUA, "referee", *arguments], cwd=self.folder.name, text=True, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, env=self.folder.environment() | {"TMPDIR": str(self.temporary)})

    def wait_until(self, what):
        end = time.monotonic() + WAIT_SECONDS
        while not what():
            self.assertLess(time.monotonic(), end, "it does not come")
            time.sleep(0.02)

    def test_a_whole_game(self):
        """The log has every state and action; it replays, and is what the saved game says."""
        done = self.referee("--json --rules course,turn=50,plies=12 --save game.apgn './player 30' './player 17'")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        first, *lines, last = map(json.loads, done.stdout.splitlines())
        self.assertEqual((first["black"], first["white"]), ("./player 30", "./player 17"))
        states = [line for line in lines if "state" in line]
        actions = [line for line in lines if "action" in line]
        self.assertEqual([state["state"] for state in states], list(range(1, 14)))
        self.assertEqual([action["action"] for action in actions], list(range(1, 13)))
        for i, state in enumerate(states):
            moves = " ".join(action["move"] for action in actions[:i])
            shown = bash(f"paua show --format list --moves '{moves}'", self.folder).stdout
            self.assertEqual(shown, f"{state['side']}\n{state['marbles']}\n")
        self.assertEqual((last["result"], last["ending"], last["fault"], last["score"]),
                         ("1/2-1/2", "score", None, [0, 0]))
        game = self.folder.read("game.apgn")
        self.assertIn('[Black "./player 30"]', game)
        self.assertIn('[Plies "12"]', game)
        self.assertEqual(bash("paua review --depth 1 game.apgn", self.folder).returncode, 0)
        self.assertEqual(self.left(), [])

    def test_every_fault_is_named(self):
        for fault, programs in FAULTS.items():
            for program in programs:
                self.write("bad", f"#!/bin/sh\n{program}\n")
                turn = 1 if fault == "time" else 50
                done = self.referee(f"--json --rules course,turn={turn} ./bad ./quick")
                with self.subTest(fault=fault, program=program):
                    self.assertEqual((done.returncode, done.stderr), (1, ""))
                    last = json.loads(done.stdout.splitlines()[-1])
                    self.assertEqual((last["result"], last["ending"], last["fault"]["name"], last["fault"]["by"]),
                                     ("0-1", fault, fault, "Black"), last)
                    self.assertTrue(last["fault"]["note"])
                    self.assertEqual(self.left(), [])

    def test_white_can_be_at_fault(self):
        self.write("bad", "#!/bin/sh\nexit 3\n")
        done = self.referee("--rules course,turn=50 --save game.apgn ./quick ./bad")
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stdout.splitlines()[-3:-1],
                         ["result 1-0 fault", "fault crash: White, turn 2: ended by exit code 3"])
        self.assertIn("action 2 none", done.stdout)
        self.assertIn('[Termination "crash"]', self.folder.read("game.apgn"))

    def test_what_a_program_starts_ends_with_its_turn(self):
        """Also a child in a session of its own, whose turn is over."""
        self.write("bad", f"#!/bin/sh\nsetsid sleep 1000 & echo $! > '{self.folder.name}/pid'\nsleep 0.2\n{QUICK}\n")
        self.referee("--rules course,turn=50,plies=1 ./bad ./quick")
        pid = int(self.folder.read("pid"))
        self.wait_until(lambda: not os.path.exists(f"/proc/{pid}"))

    def test_files_of_a_program_stay_from_turn_to_turn(self):
        """And nobody else's are in its folder."""
        self.write("counts", f"#!/bin/sh\nls >> '{self.folder.name}/seen'; echo x >> notes; exec \"{self.folder.name}/player\" 9 $1\n")
        done = self.referee("--rules course,turn=50,plies=3 ./counts './player 3'")
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertEqual(self.folder.read("seen").split(), ["turn1.input", "notes", "turn3.input"])

    def test_a_program_that_closes_its_folder(self):
        self.write("bad", "#!/bin/sh\nmkdir -p a/b; touch a/b/c; chmod 0 a/b a; exit 1\n")
        self.referee("--rules course,turn=50 ./bad ./quick")
        self.assertEqual(self.left(), [])

    def test_links_are_not_followed_when_files_are_removed(self):
        self.write("kept/x" if os.makedirs(f"{self.folder.name}/kept") else "kept/x", "kept")
        self.write("bad", f"#!/bin/sh\nln -s '{self.folder.name}/kept' there; exit 1\n")
        self.referee("--rules course,turn=50 ./bad ./quick")
        self.assertEqual((self.left(), self.folder.read("kept/x")), ([], "kept"))

    def test_an_interrupt_leaves_nothing(self):
        self.write("slow", f"#!/bin/sh\necho $$ > '{self.folder.name}/pid'; exec sleep 1000\n")
        process = self.start("--rules", "course,turn=500", "./slow", "./quick")
        self.wait_until(lambda: "pid" in self.folder.files() and self.folder.read("pid"))
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=WAIT_SECONDS)
        self.assertEqual((process.returncode, said), (3, "paua referee: interrupted in turn 1\n"))
        self.assertEqual(self.left(), [])
        self.assertFalse(os.path.exists(f"/proc/{int(self.folder.read('pid'))}"))

    def test_what_a_killed_referee_leaves(self):
        """Its programs end with it; the next referee removes its folder, and none that is in use."""
        self.write("slow", f"#!/bin/sh\necho $$ >> '{self.folder.name}/pids'; exec sleep 1000\n")
        killed, other = [self.start("--rules", "course,turn=500", "./slow", "./quick") for _ in range(2)]
        self.wait_until(lambda: "pids" in self.folder.files() and len(self.folder.read("pids").split()) == 2)
        self.assertEqual(len(self.left()), 2)
        killed.kill()
        killed.communicate(timeout=WAIT_SECONDS)
        pids = self.folder.read("pids").split()
        self.wait_until(lambda: sum(os.path.exists(f"/proc/{pid}") for pid in pids) == 1)
        self.assertEqual(len(self.left()), 2)
        # its supervisor holds the lock until it has ended, too
        self.wait_until(lambda: self.referee("--rules course,turn=50 true ./quick").returncode == 1 and len(self.left()) == 1)
        self.assertIsNone(other.poll())
        other.send_signal(signal.SIGTERM)
        other.communicate(timeout=WAIT_SECONDS)
        self.assertEqual(self.left(), [])

    def test_what_cannot_be_played(self):
        for arguments, said in (("./none ./quick", "cannot start './none': No such file"), ("'' ./quick", "not a command"),
                                ("'\"open' ./quick", "open quote"), ("./quick", "operand"),
                                ("--rules classic ./quick ./quick", "time for each turn"),
                                ("--players 3 ./quick ./quick", "expected two players")):
            with self.subTest(arguments):
                done = self.referee(arguments)
                self.assertEqual(done.returncode, 2)
                self.assertRegex(done.stderr, rf"^paua referee: .*{said}")
                self.assertEqual(self.left(), [])
        done = bash("TMPDIR=/proc paua referee ./quick ./quick", self.folder)
        self.assertEqual((done.returncode, done.stderr.count("\n")), (3, 1))

    def test_a_turn_costs_the_referee_little(self):
        """Processor time beside the programs' own, however busy the machine is: less than three starts of a shell, each
        of which takes about a millisecond of a quiet machine. A line of three goes to and fro, which needs no more."""
        turns = 40
        self.write("shuttle", """#!/bin/sh
name=${1%.input}
case $((${name#turn} % 4)) in
    1) move='[c3, c5, d4]' ;; 2) move='[g5, g7, f4]' ;; 3) move='[d4, d6, c3]' ;; *) move='[f4, f6, g5]' ;;
esac
echo "$move" > "$name.move"
""")

        def seconds():
            used = resource.getrusage(resource.RUSAGE_CHILDREN)
            return used.ru_utime + used.ru_stime

        began = seconds()
        done = self.referee(f"--rules course,turn=50,plies={turns} ./shuttle ./shuttle")
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn(f"\nstate {turns + 1} b 0-0 ", done.stdout)
        with_referee = seconds() - began
        began = seconds()
        for turn in range(turns):
            subprocess.run(["./shuttle", f"turn{turn}.input"], cwd=self.folder.name, check=True)
        alone = seconds() - began
        self.assertLess(with_referee - alone, 3 * alone)


if __name__ == "__main__":
    unittest.main()
