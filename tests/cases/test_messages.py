"""tools/list_messages finds the texts that a user can see, and nothing else."""
import pathlib
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOL = ROOT / "tools/list_messages"

C_FILE = r'''#include "cli/some name.h"
/* "not this comment" */
static const char *const help = "first half "
                                "and second half" NAME ", the end";
const char *sql = "SELECT key FROM game WHERE id = ?1";
json_t *value = json_pack("{s:i, s:I}", "single", 1);
void f(void) { assert(x && "not this either"); complain(2, "%s: not a size such as 500M", "FILE"); }
'''
WEB_FILE = '''import { a } from './some file'
// not this comment
/** nor this one */
export const text = `the answer is ${a}`
export function Part() { return <p class="not a text">Close <b>the dialog</b></p> }
'''


def listed(*arguments):
    done = subprocess.run([TOOL, *map(str, arguments)], text=True, capture_output=True, check=True)
    return done.stdout.splitlines()


class MessagesTest(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))

    def texts(self, name, content, *options):
        path = self.folder / name
        path.write_text(content)
        return [line.removeprefix(f"{path}:") for line in listed(*options, path)]

    def test_texts_of_c(self):
        self.assertEqual(self.texts("a.c", C_FILE), ["3: first half and second half{NAME}, the end",
                                                     "7: %s: not a size such as 500M"])
        self.assertIn("6: single", self.texts("a.c", C_FILE, "--all"))

    def test_texts_of_the_web_app(self):
        self.assertEqual(self.texts("a.tsx", WEB_FILE), ["4: the answer is ${a}", "5: Close", "5: the dialog"])

    def test_the_project_is_listed_by_file(self):
        lines = listed()
        names = [line.split(":")[0] for line in lines]
        self.assertEqual(names, sorted(names, key=lambda name: (name.startswith("web"), name.startswith("apps"),
                                                                pathlib.PurePath(name).parts)))
        for text in ("out of memory", "expected a side length", "Flip board"):
            self.assertTrue([line for line in lines if text in line], text)


if __name__ == "__main__":
    unittest.main()
