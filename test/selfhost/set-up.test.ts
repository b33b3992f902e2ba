import { execFileSync, spawn } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, describe, expect, it } from "vitest";
import { isBuilt } from "../../scripts/set-up/is-set-up.mjs";
import { temporaryFolder } from "../support/node/service.ts";

const folder = temporaryFolder();
afterAll(() => folder.remove());

const CARRIED = [
  "package.json",
  "scripts/build.mjs",
  "scripts/build-console.mjs",
  "scripts/build-evidence-app.mjs",
  "scripts/unpack-fonts.mjs",
  "scripts/run.mjs",
  "scripts/yaml-modules.mjs",
  "scripts/bundle",
  "scripts/fonts",
  "scripts/set-up",
  "src/selfhost/host-settings.mjs",
  "src/selfhost/progress.mjs",
  "src/selfhost/require-free-port.mjs",
];

/** A checkout in which nothing is installed, and an npm that does as it is told. */
function makeCheckout(name: string, npm: string): string {
  const checkout = join(folder.path, name);
  for (const path of CARRIED) {
    mkdirSync(dirname(join(checkout, path)), { recursive: true });
    cpSync(path, join(checkout, path), { recursive: true });
  }
  const packages = {
    "": {},
    "node_modules/elsewhere": { version: "1.0.0", os: ["no-such-system"], optional: true },
    "node_modules/tool": { version: "3.0.0", integrity: "sha512-tool", dev: true },
    "node_modules/one": { version: "1.0.0", integrity: "sha512-one" },
    "node_modules/two": { version: "2.0.0", integrity: "sha512-two" },
  };
  writeFileSync(join(checkout, "package-lock.json"), lockFile(packages));
  mkdirSync(join(checkout, "bin"));
  writeFileSync(join(checkout, "bin", "npm"), `#!/bin/sh\necho "$@" >> npm.log\n${npm}\n`);
  chmodSync(join(checkout, "bin", "npm"), 0o755);
  return checkout;
}

/** One package a line, as npm writes it. */
function lockFile(packages: Record<string, object>): string {
  const lines = Object.entries(packages).map(
    ([path, entry]) => `"${path}":${JSON.stringify(entry)}`,
  );
  return `{"packages":{\n${lines.join(",\n")}\n}}\n`;
}

/** Sets up a checkout; answers what was printed and the exit code. */
async function setUp(checkout: string, argv: string[], environment: Record<string, string> = {}) {
  const run = spawn(process.execPath, ["scripts/run.mjs", ...argv], {
    cwd: checkout,
    env: { PATH: `${join(checkout, "bin")}:${process.env["PATH"]}`, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<number | null>((resolve) => run.once("exit", resolve));
  const [stdout, stderr, code] = await Promise.all([text(run.stdout), text(run.stderr), ended]);
  const log = join(checkout, "npm.log");
  const commands = existsSync(log) ? readFileSync(log, "utf8").trim().split("\n") : [];
  return { stdout, stderr, code, commands, ranNpm: commands.length > 0 };
}

/** npm notes last which packages it put in place; none for other systems. */
const NOTES = "grep -v elsewhere package-lock.json > node_modules/.package-lock.json";
const INSTALLS = `mkdir -p node_modules/one node_modules/two node_modules/tool; ${NOTES}; echo npm warn EBADENGINE >&2`;
const INSTALLS_AS_ASKED = `case "$*" in
  *--omit=dev*) ${INSTALLS}; sed -i /tool/d node_modules/.package-lock.json ;;
  *) ${INSTALLS} ;;
esac`;
/** What a build leaves last. */
const BUILDS = `mkdir -p .build assets/console assets/fonts assets/mcp && touch assets/console/index.html assets/fonts/catalogue.json assets/mcp/evidence.html .build/worker.js`;

describe("the set-up", () => {
  it("keeps to itself what npm says when all is well, and is not done again", async () => {
    const checkout = makeCheckout("quiet", INSTALLS);
    const first = await setUp(checkout, ["install"]);
    expect(first).toMatchObject({
      stdout: "",
      stderr: "Installing 3 packages ...\n",
      code: 0,
      commands: ["ci --include=dev --no-audit --no-fund"],
    });
    const second = await setUp(checkout, ["install"]);
    expect([second.stdout, second.stderr, second.code]).toEqual(["", "", 0]);
  });

  it("installs developers' tools only for developers, next to what a user's start has installed", async () => {
    const checkout = makeCheckout("light", INSTALLS_AS_ASKED);
    mkdirSync(join(checkout, "node_modules", ".bin"), { recursive: true });
    const node = join(checkout, "node_modules", ".bin", "node");
    writeFileSync(node, `#!/bin/sh\ncd ${checkout} && ${BUILDS}\n`, { mode: 0o755 });
    const light = await setUp(checkout, ["build"]);
    expect(light).toMatchObject({ stderr: "Installing 2 packages ...\n", code: 0 });
    const again = await setUp(checkout, ["build"]);
    expect(again).toMatchObject({ code: 0, commands: ["ci --omit=dev --no-audit --no-fund"] });
    const complete = await setUp(checkout, ["install"]);
    expect(complete.stderr).toBe("Installing 3 packages ...\n");
    expect(complete.commands.slice(1)).toEqual([
      "install --no-save --include=dev --no-audit --no-fund",
    ]);
    for (const needs of ["all", "build"]) {
      const { code, commands } = await setUp(checkout, [needs]);
      expect([code, commands.length]).toEqual([0, 2]);
    }
  });

  it("builds again after a change of what builds, and of the assets that are built in", () => {
    const checkout = makeCheckout("changed", INSTALLS);
    const path = (name: string) => join(checkout, name);
    execFileSync("sh", ["-c", `${INSTALLS}; ${BUILDS}`], { cwd: checkout, stdio: "ignore" });
    const later = (seconds: number) => Date.now() / 1000 + seconds;
    const change = (name: string, seconds: number) =>
      utimesSync(path(name), later(seconds), later(seconds));
    mkdirSync(path("assets/commands"));
    writeFileSync(path("assets/commands/commands.json"), "{}");
    for (const name of [
      "scripts/build.mjs",
      "scripts/build-evidence-app.mjs",
      "scripts/yaml-modules.mjs",
      "scripts/fonts/sfnt.mjs",
      "scripts/bundle/trim-pdf-reader.mjs",
      "assets/commands/commands.json",
      "src/selfhost/progress.mjs",
    ]) {
      change(".build/worker.js", 10);
      expect([name, isBuilt(checkout)]).toEqual([name, true]);
      change(name, 20);
      expect([name, isBuilt(checkout)]).toEqual([name, false]);
      change(name, 0);
    }
    change("assets/fonts/catalogue.json", 20);
    expect(isBuilt(checkout)).toBe(true);
    rmSync(path("assets/mcp/evidence.html"));
    expect(isBuilt(checkout)).toBe(false);
  });

  it("takes the packages that `npm ci` or `npm install` installed, while the lock file names them", async () => {
    const checkout = makeCheckout("npm-ci", INSTALLS);
    execFileSync("sh", ["-c", INSTALLS], { cwd: checkout, stdio: "ignore" });
    expect((await setUp(checkout, ["install"])).ranNpm).toBe(false);
    const lock = join(checkout, "package-lock.json");
    writeFileSync(lock, readFileSync(lock, "utf8").replace("sha512-two", "sha512-other"));
    expect((await setUp(checkout, ["install"])).ranNpm).toBe(true);
  });

  it("shows all that npm says when it fails, and tries again the next time", async () => {
    const checkout = makeCheckout("failing", "echo no network; echo npm error E404 >&2; exit 7");
    for (const time of [1, 2]) {
      const { stdout, stderr, code } = await setUp(checkout, ["install"]);
      expect([time, stdout, code]).toEqual([time, "", 1]);
      expect(stderr).toContain("no network\n");
      expect(stderr).toContain("npm error E404\n");
      expect(stderr).toMatch(/could not be installed; what npm said is above\.\n$/);
    }
  });

  it("tells of a taken port and of bad settings before it begins", async () => {
    const checkout = makeCheckout("taken", INSTALLS);
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const { port } = other.address() as AddressInfo;
    const cases: [Record<string, string>, RegExp][] = [
      [{ PORT: String(port) }, /^Port \d+ on 127\.0\.0\.1 is used by another program; stop it/],
      [{ PORT: "http" }, /^Setting PORT must be a port number/],
      [{ DATA_DIR: "package-lock.json", PORT: "0" }, /^Setting DATA_DIR must be a folder/],
    ];
    for (const [environment, message] of cases) {
      const told = await setUp(checkout, ["--keep", "install"], environment);
      expect(told.stderr).toMatch(message);
      expect([told.stdout, told.code, told.ranNpm]).toEqual(["", 1, false]);
    }
    other.close();
  });

  it("takes no packages from under an instance that runs, and leaves a dead one's port alone", async () => {
    const checkout = makeCheckout("running", INSTALLS);
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const { port } = other.address() as AddressInfo;
    mkdirSync(join(checkout, ".data"));
    const record = (pid: number) =>
      writeFileSync(
        join(checkout, ".data", "instance.json"),
        JSON.stringify({ pid, url: `http://127.0.0.1:${port}` }),
      );
    record(process.pid);
    const environment = { PORT: String(port) };
    const told = await setUp(checkout, ["--keep", "install"], environment);
    expect(told.stderr).toContain(`Another instance (process ${process.pid}, http://127.0.0.1:`);
    expect([told.code, told.ranNpm]).toEqual([1, false]);
    // The service itself ends what a dead instance left at work.
    record(Number(execFileSync("sh", ["-c", "echo $$"], { encoding: "utf8" })));
    expect((await setUp(checkout, ["--keep", "install"], environment)).ranNpm).toBe(true);
    other.close();
  });
});
