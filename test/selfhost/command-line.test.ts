import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { helpOf, parseGiven } from "../../src/exchange/cli/command.ts";
import type { Analysis } from "../../src/reading/sessions/schema.ts";
import { ALL_COMMANDS } from "../../src/selfhost/commands.ts";
import { FORMATS, inFormat, type Part } from "../support/documents/in-formats.ts";
import { makePdf, line } from "../support/documents/make-pdf.ts";
import { commandLine } from "../support/node/command-line.ts";
import { type RunningService, preparedFolder, startService } from "../support/node/service.ts";

const DOCS = join(import.meta.dirname, "../../docs");
const folder = preparedFolder();
const reports = join(folder.path, "reports");
let service: RunningService;

const PARTS: Part[] = [
  { heading: "Intrusion at two banks" },
  {
    paragraph:
      "The intruders sent spearphishing mails with a malicious attachment to the staff of two banks. The attachment ran a PowerShell script, which dumped credentials from the memory of LSASS.",
  },
  {
    paragraph:
      "They created a scheduled task for persistence and deleted the shadow copies with vssadmin delete shadows /all /quiet before they encrypted the files.",
  },
];
const RULE = `title: Credential dumping
id: 5a3e1c52-8f7e-4a34-9c1c-0d2f5b1f0a11
logsource: {category: process_creation, product: windows}
detection:
  selection: {CommandLine|contains: lsass}
  condition: selection
tags: [attack.t1003.001]
`;
const INVENTORY = {
  entries: [{ name: "WinEventLog:Sysmon", channels: ["EventCode=1"], extra: 1 }],
};

beforeAll(async () => {
  mkdirSync(join(reports, "rules", "deep"), { recursive: true });
  for (const format of FORMATS) {
    writeFileSync(join(reports, `report.${format}`), await inFormat(format, PARTS));
  }
  const russian = "Злоумышленники использовали PowerShell для загрузки вредоносного кода.";
  writeFileSync(join(reports, "доклад 1.md"), russian);
  writeFileSync(
    join(reports, "bad\nname\u001b[31m.txt"),
    "The attackers ran vssadmin delete shadows.",
  );
  writeFileSync(join(reports, "empty.pdf"), "");
  writeFileSync(
    join(reports, "binary.txt"),
    new Uint8Array(3000).map((_, at) => (at * 7) % 256),
  );
  writeFileSync(join(reports, "large.txt"), "The attackers used PowerShell. ".repeat(900_000));
  const encrypt = "<< /Filter /Standard /V 1 /R 2 /O (x) /U (x) /P -4 >>";
  writeFileSync(join(reports, "locked.pdf"), makePdf([line("PowerShell")], { encrypt }));
  writeFileSync(join(reports, "pdf.docx"), makePdf([line("The attackers used PowerShell.")]));
  writeFileSync(join(reports, "rules", "deep", "lsass.yml"), RULE);
  writeFileSync(join(reports, "rules", "broken.yml"), "title: [");
  writeFileSync(join(reports, "inventory.json"), JSON.stringify(INVENTORY));
  service = await startService(join(folder.path, "data"));
});
afterAll(async () => {
  await service.stop();
  folder.remove();
});

const run = async (args: readonly string[], more: Parameters<typeof commandLine>[1] = {}) =>
  await commandLine(args, { cwd: reports, ...more });
const analysesIn = (out: string) =>
  out
    .trim()
    .split("\n")
    .map((json) => JSON.parse(json) as Analysis);
/** What must not depend on where a report is analyzed. */
const comparable = ({ session_id: _id, created_at: _at, ...analysis }: Analysis) => analysis;

describe("the help", () => {
  it("lists every command with one whole sentence, and no other", async () => {
    const { code, out } = await run(["--help"]);
    expect(code).toBe(0);
    const [, list = ""] = /Commands:\n((?: .*\n)+)/u.exec(out) ?? [];
    const listed = list.trimEnd().split("\n");
    expect(listed.map((row) => row.trim().split(/,? /u)[0])).toEqual(
      ALL_COMMANDS.map(({ name }) => name),
    );
    for (const row of listed) expect(row).toMatch(/^ {2}[a-z-]+(?:, [a-z-]+)? {2,}[A-Z].*\.$/u);
  });

  it.each(ALL_COMMANDS)(
    "of $name has each option, examples that parse, and exit codes",
    (command) => {
      const { name, options, examples } = command;
      const help = helpOf(command);
      for (const option of [...Object.keys(options), "help"]) {
        expect(help).toMatch(new RegExp(`^ {2}(?:-\\w, )?--${option}\\b.* {2}\\S.*\\.$`, "mu"));
      }
      expect(examples).not.toEqual([]);
      for (const example of examples) {
        const [, rest = null] = example.split(`tradecraft ${name}`);
        expect(rest).not.toBe(null);
        const args =
          rest
            ?.split(/ [<>] /u)[0]
            ?.split(" ")
            .slice(1) ?? [];
        expect(() => parseGiven(command, args)).not.toThrow();
      }
      expect(help).toMatch(/Exit codes:\n {2}0 {2}Success\.\n(?: {2}1 {2}.*\n)? {2}2 {2}/u);
    },
  );

  it("has a row in the documentation for each command", () => {
    const page = readFileSync(join(DOCS, "command-line.md"), "utf8");
    const [, table = ""] = /\n\| command +\| does +\|\n((?:\|.*\n)+)/u.exec(page) ?? [];
    const rows = [...table.matchAll(/^\| `([a-z-]+)`/gmu)].map(([, name]) => name);
    expect(rows.toSorted()).toEqual(ALL_COMMANDS.map(({ name }) => name).toSorted());
  });
});

describe("tradecraft analyse", () => {
  it("finds the same in this process as on a server, to the last offset", async () => {
    const files = [...FORMATS.map((format) => `report.${format}`), "доклад 1.md"];
    const alone = await run(["analyse", ...files, "--json"]);
    const asked = await run(["analyse", ...files, "--json"], {
      environment: { TRADECRAFT_URL: service.url },
    });
    expect([alone.code, alone.told, asked.code]).toEqual([0, "", 0]);
    const found = analysesIn(alone.out).map(comparable);
    expect(found).toEqual(analysesIn(asked.out).map(comparable));
    expect(found.map(({ filename }) => filename)).toEqual(files);
    for (const { techniques } of found) {
      expect(techniques.map(({ attack_id: id }) => id)).toContain("T1059.001");
    }
  });

  it("exports and compares the same in this process as on a server", async () => {
    const withServer = ["--server", service.url];
    for (const args of [
      ["compare", "report.txt", "--json"],
      ["compare", "T1059,T1105", "T1003", "--campaigns", "--measure", "weighted"],
      ["export", "report.docx", "--format", "csv"],
    ]) {
      const alone = await run(args);
      expect(alone.code).toBe(0);
      expect(await run([...args, ...withServer])).toEqual(alone);
    }
    const { out } = await run(["export", "report.html", "--format", "pdf"]);
    expect(out).toMatch(/^%PDF-/);
  });

  it("reads standard input, and names places by line", async () => {
    const stdin = readFileSync(join(reports, "report.pdf"));
    const { code, out, told } = await run(["analyse", "-", "--fail-on", "any"], { stdin });
    expect([code, told]).toEqual([1, expect.stringContaining("stdin fails: it has techniques")]);
    expect(out).toMatch(/T1059\.001 {2}PowerShell .* line \d+, characters \d+-\d+\n/);
  });

  it("tells what is wrong with each file, and goes on", async () => {
    const files = ["empty.pdf", "binary.txt", "large.txt", "locked.pdf", "pdf.docx", ".", "none"];
    const { code, out, told } = await run(["analyse", ...files, "report.txt", "--json"]);
    expect(code).toBe(2);
    expect(analysesIn(out)).toHaveLength(1);
    const lines = told.trim().split("\n");
    expect(lines.map((sentence) => sentence.replace(/^tradecraft: ([^:]+): .*$/, "$1"))).toEqual(
      files,
    );
    expect(lines.join("\n")).toMatch(/locked\.pdf: .*password/);
  });

  it("shows nothing that a terminal would obey", async () => {
    const { code, out } = await run(["analyse", "bad\nname\u001b[31m.txt"]);
    expect(code).toBe(0);
    expect(out).toMatch(/^bad\\u000aname\\u001b\[31m\.txt: /);
    // eslint-disable-next-line no-control-regex
    expect(out).not.toMatch(/\u001b/);
  });

  it("ends when nobody reads its output, and when it is interrupted, and leaves nothing", async () => {
    const before = leftovers();
    const files = ["report.txt", "report.pdf", "report.html", "report.docx"];
    const closed = await run(["analyse", ...files], { onOutput: ({ stdout }) => stdout.destroy() });
    expect(closed.told).toBe("");
    expect(closed.code).toBe(141);
    const stopped = await run(["analyse", ...files], { onOutput: (child) => child.kill("SIGINT") });
    expect([stopped.code, stopped.told]).toEqual([130, ""]);
    expect(leftovers().filter((name) => !before.includes(name))).toEqual([]);
  });

  it("sends its token as a bearer token, to that server alone", async () => {
    const seen: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      seen.push(request.headers.authorization);
      request.resume().on("end", () => {
        if (seen.length === 1) response.writeHead(401).end(JSON.stringify({ detail: "Sign in." }));
        else response.writeHead(307, { Location: `${service.url}/api/analyze` }).end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const environment = { TRADECRAFT_URL: url, TRADECRAFT_TOKEN: "tradecraft_secret" };
    const refused = await run(["analyse", "report.txt"], { environment });
    expect(refused).toEqual({
      code: 2,
      out: "",
      told: `tradecraft: report.txt: Sign in. Set TRADECRAFT_TOKEN to an API token of ${url}.\n`,
    });
    expect((await run(["analyse", "report.txt"], { environment })).code).toBe(2);
    expect((await run(["analyse", "report.txt", "--local"], { environment })).code).toBe(0);
    expect(seen).toEqual(["Bearer tradecraft_secret", "Bearer tradecraft_secret"]);
    server.close();
  });
});

describe("tradecraft coverage", () => {
  it("judges the techniques of a report by rules and log sources in files", async () => {
    const rules = ["--rules", "rules", "--log-sources", "inventory.json"];
    const { code, out, told } = await run(["coverage", "report.txt", "T1003.001", ...rules]);
    expect(code).toBe(0);
    expect(out).toMatch(/T1003\.001 +LSASS Memory +should fire +Credential dumping\n/);
    expect(told).toMatch(/^tradecraft: broken\.yml is excluded: .+\n$/);
  });

  it("fails where a technique is blind", async () => {
    const blind = await run(["coverage", "T1037.004", "--fail-on", "blind", "--json"]);
    expect([blind.code, blind.told]).toEqual([1, "tradecraft: The coverage fails: T1037.004.\n"]);
    const covered = ["coverage", "T1003.001", "--rules", "rules/deep"];
    expect((await run([...covered, "--fail-on", "blind"])).code).toBe(0);
    expect((await run([...covered, "--fail-on", "undetected"])).code).toBe(1);
  });
});

describe("npx tradecraft", () => {
  it("runs from any folder, with its exit code", async () => {
    const bin = join(import.meta.dirname, "..", "..", "scripts", "tradecraft.mjs");
    const child = spawn(process.execPath, [bin, "analyse", "report.txt", "--fail-on", "any"], {
      cwd: reports,
      stdio: ["ignore", "pipe", "ignore"],
    });
    const out = await text(child.stdout);
    expect(out).toContain("T1059.001  PowerShell");
    expect(child.exitCode ?? (await once(child, "exit"))[0]).toBe(1);
  });
});

describe("tradecraft against a team's server", () => {
  it("acts as its API token may", async () => {
    const settings = { AUTH_ENABLED: "true", PROXY_SECRET: "proof" };
    const team = await startService(join(folder.path, "team"), settings);
    const createToken = async (role: string) => {
      const admin = { "X-Auth-User": "ann", "X-Auth-Roles": "admin", "X-Proxy-Secret": "proof" };
      const headers = { ...admin, "Content-Type": "application/json" };
      const body = JSON.stringify({ name: "CI", role });
      const response = await fetch(`${team.url}/api/tokens`, { method: "POST", headers, body });
      return ((await response.json()) as { token: string }).token;
    };
    const asked = async (token: string, ...args: string[]) =>
      await run(args, { environment: { TRADECRAFT_URL: team.url, TRADECRAFT_TOKEN: token } });
    const analyst = await createToken("analyst");
    const made = await asked(analyst, "analyse", "report.txt", "--json");
    expect(made).toMatchObject({ code: 0, told: "" });
    const [session] = analysesIn(made.out);
    const viewer = await createToken("viewer");
    const exported = await asked(viewer, "export", session?.session_id ?? "", "--format", "csv");
    expect([exported.code, exported.out]).toEqual([0, expect.stringContaining("T1059.001")]);
    const refused = await asked(viewer, "analyse", "report.txt");
    expect([refused.code, refused.told]).toEqual([2, expect.stringContaining("analyst")]);
    const unknown = await asked("tradecraft_unknown", "analyse", "report.txt");
    expect([unknown.code, unknown.told]).toEqual([2, expect.stringContaining("TRADECRAFT_TOKEN")]);
    await team.stop();
  });
});

/** Folders of sockets that a command line left. */
function leftovers(): string[] {
  return readdirSync(tmpdir()).filter((name) => name.startsWith("tradecraft-cli-"));
}
