"""Changes of one account at the same moment, by clients that have its session: all remain, or one is refused.
`clients`: four, of which the first and the third are at one server, the others there too, or at another one."""
import threading
import time

from harness import wait_until
from test_vacation import DAY

SETTINGS, VACATION = "/api/1/account/settings", "/api/1/account/vacation"


def at_once(*calls, apart=0):
    """Makes calls, each (client, method, path, body), at the same moment, or each so many seconds after the one before; their answers, in this order."""
    barrier = threading.Barrier(len(calls))
    answers = [None] * len(calls)

    def make(i, client, *call):
        barrier.wait()
        time.sleep(i * apart)
        answers[i] = client.call(*call)

    threads = [threading.Thread(target=make, args=(i, *call)) for i, call in enumerate(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


def check_settings(test, clients, turns):
    here, there = clients[:2]
    for turn in range(1, turns + 1):
        test.assertEqual(here.call("PATCH", SETTINGS, {"games_max": 0, "bot": False, "mail": "daily"})[0], 200)
        answers = at_once((here, "POST", "/api/1/command", {"command": f"limit {turn}"}), (there, "PATCH", SETTINGS, {"bot": True}),
                          (clients[2], "PATCH", SETTINGS, {"mail": "off"}), (clients[3], "PATCH", SETTINGS, {}))
        test.assertEqual([answer[0] for answer in answers], [200] * 4, answers)
        for client in (here, there):
            test.assertEqual(client.call("GET", SETTINGS)[2] | {"mails": None}, {"games_max": turn, "bot": True, "mail": "off", "mails": None})


def check_vacations(test, clients, turns):
    here, there = clients[:2]

    def both(**expected):
        """What both servers say, which the other one hears a moment later."""
        read = lambda: [client.call("GET", VACATION)[2] for client in (here, there)]
        wait_until(lambda: all(answer[name] == value for answer in read() for name, value in expected.items()), 10)

    now = time.time()
    begin, end, later = (time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(now + days * DAY)) for days in (1, 3, 4))
    both(to=None, auto=False, left=30)
    for _ in range(turns):
        answers = at_once((here, "POST", VACATION, {"from": begin, "to": end}), (there, "POST", VACATION, {"auto": True}))
        test.assertEqual([answer[0] for answer in answers], [200] * 2, answers)
        both(to=end, auto=True, left=28)
        answers = at_once((here, "DELETE", VACATION), (there, "POST", VACATION, {"auto": False}))
        test.assertEqual([answer[0] for answer in answers], [200] * 2, answers)
        both(to=None, auto=False, left=30)
        ends = [end, later]
        answers = at_once(*((client, "POST", VACATION, {"from": begin, "to": to}) for client, to in zip((here, there), ends)))
        won = 0 if answers[0][0] == 200 else 1
        test.assertEqual(sorted(answer[0] for answer in answers), [200, 409], answers)
        test.assertEqual(answers[1 - won][2]["error"]["code"], "on_vacation")
        both(to=ends[won], left=28 - won)
        answers = at_once((here, "DELETE", VACATION), (there, "DELETE", VACATION))
        test.assertEqual([answer[0] for answer in answers], [200] * 2, answers)
        both(to=None, left=30)


def check_closing(test, clients, password):
    """An account is closed while its settings and vacation change: each change is made, or nobody is signed in."""
    refused = []

    def change(client, *call):
        while (answer := client.call(*call))[0] in (200, 204):
            pass
        refused.append((answer[0], answer[2]["error"]["code"]))

    threads = [threading.Thread(target=change, args=call) for call in (
        (clients[1], "PATCH", SETTINGS, {"bot": True}), (clients[3], "POST", VACATION, {"auto": True}), (clients[2], "DELETE", "/api/1/account/address"))]
    for thread in threads:
        thread.start()
    test.assertEqual(clients[0].call("DELETE", "/api/1/account", {"password": password})[0], 204)
    for thread in threads:
        thread.join()
    test.assertEqual(refused, [(401, "not_signed_in")] * len(threads))
