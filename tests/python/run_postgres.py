#!/usr/bin/env python3
"""integrations/postgres in a real server: built, loaded and asked, beside the
Python package. The server is a temporary one on a socket in a folder.

    run_postgres.py --pith PROGRAM --module DIR

Skipped without a PostgreSQL server and its headers.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import python_module

ARGS = python_module.arguments(__doc__)
import pith  # noqa: E402: the path is set first

ROOT = python_module.ROOT
SITE = sorted((ROOT / "examples/site").glob("*.html"))


def config(word):
    done = subprocess.run(["pg_config", word], capture_output=True, text=True, check=False)
    return pathlib.Path(done.stdout.strip()) if done.returncode == 0 else None


def require():
    if not shutil.which("pg_config") or not (config("--includedir-server") / "postgres.h").exists():
        python_module.skip("no headers of PostgreSQL (Debian: postgresql-server-dev-15)")
    if not (config("--bindir") / "initdb").exists():
        python_module.skip("no PostgreSQL server (Debian: postgresql)")
    if os.getuid() == 0 and (not shutil.which("runuser") or subprocess.run(["id", "postgres"], check=False,
                                                                          capture_output=True).returncode):
        python_module.skip("the server does not run as root, and there is no user postgres")


class Server:
    def __init__(self, folder):
        self.folder = folder
        self.prefix = ["runuser", "-u", "postgres", "--"] if os.getuid() == 0 else []
        if os.getuid() == 0:
            shutil.chown(folder, "postgres", "postgres")

    def tool(self, name, *words, **more):
        return subprocess.run([*self.prefix, config("--bindir") / name, *words], check=True, cwd=self.folder,
                              capture_output=True, text=True, timeout=120, **more).stdout

    def __enter__(self):
        self.tool("initdb", "-D", "data", "-E", "UTF8", "--locale=C", "-A", "trust", "--no-sync")
        self.tool("pg_ctl", "-D", "data", "-w", "-l", "log", "-o",
                  f"-c listen_addresses='' -c unix_socket_directories='{self.folder}' -c fsync=off", "start")
        return self

    def __exit__(self, *unused):
        self.tool("pg_ctl", "-D", "data", "-w", "-m", "immediate", "stop")

    def ask(self, sql):
        return self.tool("psql", "-h", str(self.folder), "-d", "postgres", "-v", "ON_ERROR_STOP=1", "-AtqX",
                         input=sql)


def build(folder):
    """The module, and the SQL that loads it from where it is."""
    shutil.copytree(ROOT / "integrations/postgres", folder / "src")
    done = subprocess.run(["make", "-s", "-C", folder / "src", f"LIBPITH={ARGS.module.resolve().parent}", "with_llvm=no",
                           f"PG_CPPFLAGS=-I{ROOT / 'include'}"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    sql = (folder / "src/pith--0.1.0.sql").read_text()
    return sql.replace("MODULE_PATHNAME", str(folder / "src/pith_postgres.so"))


def hex_of(data):
    return f"'\\x{data.hex()}'::bytea"


def check(server):
    rows = ",".join(f"({n}, {hex_of(path.read_bytes())})" for n, path in enumerate(SITE))
    server.ask(f"CREATE TABLE pages (n int, html bytea, body text GENERATED ALWAYS AS (pith_text(html)) STORED);"
               f"INSERT INTO pages (n, html) VALUES {rows}")
    for n, path in enumerate(SITE):
        page = path.read_bytes()
        assert server.ask(f"SELECT body FROM pages WHERE n = {n}") == pith.extract(page).text + "\n"
        assert server.ask(f"SELECT pith_markdown(html, 'sentence') FROM pages WHERE n = {n}") == \
            pith.extract(page, method="sentence").markdown() + "\n"
    assert server.ask("SELECT pith_text('<p>Дождь шёл весь день в горах.</p>'::text)") == "Дождь шёл весь день в горах.\n\n"
    assert server.ask("SELECT pith_json(html)::jsonb ->> 'title' FROM pages WHERE n = 0").strip()
    assert server.ask("SELECT pith_text(NULL::text) IS NULL").strip() == "t"
    for bad in ("pith_text('x'::text, 'magic')", "pith_text('x'::text, 'chain')"):
        try:
            server.ask(f"SELECT {bad}")
            raise AssertionError(f"{bad} passed")
        except subprocess.CalledProcessError as error:
            assert "pith: " in error.stderr, error.stderr
    many = "SELECT sum(length(pith_text(html))) FROM pages, generate_series(1, 300)"
    assert int(server.ask(many)) == 300 * sum(len(pith.extract(path.read_bytes()).text) for path in SITE)


def main():
    require()
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        folder.chmod(0o755)
        sql = build(folder)
        (folder / "server").mkdir()
        with Server(folder / "server") as server:
            server.ask(sql)
            check(server)
    print("python: PostgreSQL returns the same texts")
    return 0


if __name__ == "__main__":
    sys.exit(main())
