"""Cells of Promela in a notebook: %load_ext gospin_magic, then a cell that begins with %%promela.

    %%promela                      verify the cell, and show the report
    %%promela -DN=4 -only live     the same with flags of gospin verify
    %%promela simulate -seed 3     a random run as text; so with any other command of gospin

It needs gospin on the PATH, or its path in the environment variable GOSPIN, and nothing else.
"""

import os
import shlex
import subprocess
import tempfile

TEXT = ("simulate", "inspect", "lint", "fmt", "replay")


def run(line, cell):
    """Runs gospin on the text of a cell. Returns HTML or None, and text."""
    words = shlex.split(line)
    command = words.pop(0) if words and words[0] in TEXT + ("verify",) else "verify"
    with tempfile.TemporaryDirectory() as folder:
        model = os.path.join(folder, "cell.pml")
        with open(model, "w", encoding="utf-8") as f:
            f.write(cell)
        page = os.path.join(folder, "report.html")
        flags = ["-quiet", "-report", "html-fragment:report.html"] if command == "verify" else []
        done = subprocess.run(
            [os.environ.get("GOSPIN", "gospin"), command, *flags, *words, "cell.pml"],
            cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
        )
        if os.path.exists(page):
            with open(page, encoding="utf-8") as f:
                return f.read(), done.stdout
        return None, done.stdout


def load_ipython_extension(ipython):
    """Adds the magic to a session."""

    def promela(line, cell):
        html, text = run(line, cell)
        if html is None:
            print(text, end="")
            return
        ipython.display_pub.publish({"text/html": html, "text/plain": text})

    ipython.register_magic_function(promela, magic_kind="cell", magic_name="promela")
