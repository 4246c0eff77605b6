"""Tries the magic with an object in place of IPython: python3 test_gospin_magic.py"""

import contextlib
import io
import unittest

import gospin_magic


class Session:
    """What the magic uses of IPython."""

    def __init__(self):
        self.magics, self.shown, self.display_pub = {}, [], self

    def register_magic_function(self, function, magic_kind, magic_name):
        self.magics[magic_kind, magic_name] = function

    def publish(self, data):
        self.shown.append(data)


WRONG = "byte x;\nactive proctype P() { do :: x++; assert(x < N) od }\n"


class Magic(unittest.TestCase):
    def setUp(self):
        self.session = Session()
        gospin_magic.load_ipython_extension(self.session)
        self.promela = self.session.magics["cell", "promela"]

    def test_verify(self):
        self.promela("-DN=3", WRONG)
        [data] = self.session.shown
        self.assertIn("assertions: violated", data["text/plain"])
        self.assertTrue(data["text/html"].startswith("<style>"))
        self.assertIn("cell.pml", data["text/html"])

    def test_simulate(self):
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            self.promela("simulate -DN=3", WRONG)
        self.assertIn("assertion violated", out.getvalue())
        self.assertEqual([], self.session.shown)

    def test_error(self):
        self.promela("", "active proctype P() { x = 1 }\n")
        [data] = self.session.shown
        self.assertIn("error", data["text/plain"])


if __name__ == "__main__":
    unittest.main()
