"""The settings of rules: what `paua help rules` lists by the table src/rules/setting.c is what the API, the page and the
documents say."""
import json
import pathlib
import re
import unittest

from harness import Folder, bash

ROOT = pathlib.Path(__file__).resolve().parents[2]
PLIES_MAX = re.compile(r"\bGAME_PLIES_MAX (\d+)")


def read(path):
    return (ROOT / path).read_text(encoding="utf-8")


def presets():
    """The settings of each preset, from the source: by the name of the field in struct paua_rules."""
    rows = re.findall(r'^    \{"(\w+)",\s+(?:"(?:\\.|[^"])*"),\s+\{(.+?)\}\}', read("src/rules/rules.c"), re.M | re.S)
    return {name: dict(re.findall(r"\.(\w+) = (\w+)", fields)) for name, fields in rows}


def page_presets():
    """The sentence of the rules picker for each preset."""
    table = read("web/src/lobby/new-game.ts").split("const PRESETS")[1].split("\n];")[0]
    return dict(re.findall(r"\[\s*'(\w+)',\s+'([^']+)',?\s*\]", table))


class SettingsTest(unittest.TestCase):
    def setUp(self):
        self.folder = self.enterContext(Folder())
        self.help = bash("paua help rules", self.folder).stdout

    def settings(self):
        """(name, values, label) in the order of the help."""
        text = re.sub(r"\n {20}", " ", self.help.split("Settings ")[1].split("\n\n")[1])
        rows = re.findall(r"^  (\w+)=(\S+) +(.+)$", text, re.M)
        self.assertGreater(len(rows), 15)
        return rows

    def test_help_fits_a_terminal(self):
        for line in self.help.splitlines():
            self.assertLess(len(line), 80, line)

    def test_schemas_of_the_api(self):
        schemas = json.loads(read("docs/openapi.json"))["components"]["schemas"]
        answer = schemas["Rules"]["properties"]
        request = schemas["NewRules"]["oneOf"][1]["properties"]
        wanted = [(name, values, label) for name, values, label in self.settings() if name not in ("days", "bank")]
        self.assertEqual(list(answer), ["text", *(name for name, _, _ in wanted)])
        self.assertEqual(schemas["Rules"]["required"], list(answer))
        self.assertEqual(list(request), ["text", "preset", *(name for name, _, _ in self.settings())])
        most = int(PLIES_MAX.search(read("src/service/games/model/setup.h"))[1])
        for name, values, label in self.settings():
            given = request[name]
            if values == "TIME":
                self.assertEqual((answer[name], given), ({"$ref": "#/components/schemas/Seconds"},
                                                         {"$ref": "#/components/schemas/Time"}))
                continue
            description = label[0].upper() + label[1:]
            self.assertEqual(given["description"].split(";")[0].rstrip("."), description)
            if values == "no|yes":
                self.assertEqual((answer[name]["type"], given["enum"]), ("boolean", [True, False, "yes", "no"]))
            elif "|" in values:
                self.assertEqual((answer[name]["enum"], given["enum"]), (values.split("|"),) * 2)
            else:
                least, last = (int(number) for number in values.split(".."))
                self.assertEqual((given["minimum"], given["maximum"]), (least, most if name == "plies" else last))
                if name in answer:
                    self.assertEqual((answer[name]["minimum"], answer[name]["maximum"]), (least, last))
            if name in answer:
                self.assertEqual(answer[name]["description"], f"{description}.")

    def test_the_longest_game_of_a_server(self):
        """Its limit of plies, wherever it is written."""
        most = PLIES_MAX.search(read("src/service/games/model/setup.h"))[1]
        self.assertEqual(re.search(r"\bPLIES_MAX = (\d+)", read("web/src/lobby/rules-picker.tsx"))[1], most)
        plies = json.loads(read("docs/openapi.json"))["components"]["schemas"]["NewRules"]["oneOf"][1]["properties"]["plies"]
        self.assertTrue(plies["description"].endswith(f"; 0 stands for {most}."))

    def test_the_table_of_settings(self):
        section = read("docs/rules.md").split("\n## Settings\n")[1].split("\n## ")[0]
        rows = re.findall(r"^\| (`.+?) \| (.+?) \| .+ \|$", section, re.M)
        told = {}
        for names, values in rows:
            for name in re.findall(r"`(\w+)`", names):
                told[name] = values
        for name, values, _ in self.settings():
            if values == "TIME":
                self.assertRegex(told[name], "seconds|likewise", name)
            elif "|" in values:
                self.assertEqual(re.findall(r"\w+", told[name]), values.split("|"), name)
            else:
                self.assertEqual(told[name].replace("-", ".."), values, name)
        self.assertEqual(set(told), {name for name, _, _ in self.settings()})

    def test_a_label_is_written_once(self):
        sources = [*(ROOT / "web/src").rglob("*.ts*"), *(ROOT / "src").rglob("*.[ch]"), *(ROOT / "apps").rglob("*.[ch]")]
        for _, _, label in self.settings():
            named = [path.name for path in sources if f"{label}'" in (text := path.read_text(encoding="utf-8"))
                     or f'{label}"' in text or f"{label}<" in text]
            self.assertIn(named, ([], ["setting.c"]), label)

    def test_names_of_presets(self):
        names = list(presets())
        self.assertEqual(re.findall(r"^  (\w+) ", self.help.split("Presets:")[1].split("Settings ")[0], re.M), names)
        self.assertEqual(re.search(r'--rules\|-r\) words="(.+)"', read("tools/completion/paua.bash"))[1].split(), names)
        manual = read("docs/paua.1").split("\nPresets are\n")[1].split("\nSettings")[0]
        self.assertEqual([word for word in re.findall(r"\w+", manual) if word in names], names)
        self.assertEqual(list(page_presets()), names)

    def test_figures_of_presets_on_the_page(self):
        """What the rules picker says of a preset names the values of its settings."""
        times = {"minutes": 60000, "seconds": 1000}
        for name, text in page_presets().items():
            values = presets()[name].values()
            for figure, word in re.findall(r"(\d+) (\w+)", text.replace("third time", "3 times")):
                self.assertIn(str(int(figure) * times.get(word, 1)), values, f"{name}: {text}")

    def test_the_table_of_presets(self):
        """docs/rules.md; a setting that no row names is off in every preset."""
        fields = {"repetition": "repetition", "quiet": "quiet", "plies": "plies", "centre": "centre_turn", "turn": "turn_ms",
                  "limit": "score_decides", "stuck": "stuck_loses", "ko": "ko", "game": "game_ms", "gain": "gain_ms"}
        table = read("docs/rules.md").split("\n## Presets\n")[1].split("\n## ")[0]
        names = re.findall(r"`(\w+)`", re.search(r"^\| setting \|(.+)$", table, re.M)[1])
        self.assertEqual(names, list(presets()))
        told = {name: {} for name in names}
        for label, cells in re.findall(r"^\| (`.+?) \(R\d+\) \|(.+)\|$", table, re.M):
            for name, cell in zip(names, cells.split("|")):
                for setting, value in zip(re.findall(r"`(\w+)`", label), cell.strip().split(", ") * 2):
                    told[name][fields[setting]] = value
        self.assertEqual(set(told["classic"]), set(fields.values()))
        for name, values in presets().items():
            for field, text in told[name].items():
                number, _, unit = text.partition(" ")
                off = {"off": "0", "draw": "0", "no": "0", "score": "true", "yes": "true", "loss": "true"}.get(text)
                value = off or str(int(number) * {"": 1, "s": 1000, "min": 60000}[unit])
                self.assertEqual(value, values.get(field, "0"), f"{name}: {field}")
            self.assertEqual(set(values) - set(told[name]) - {"win"}, set(), name)


if __name__ == "__main__":
    unittest.main()
