"""Calls at the same moment."""
import threading
import time


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
