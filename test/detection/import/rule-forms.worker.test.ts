import { beforeAll, describe, expect, it } from "vitest";
import type { RuleImportResult } from "../../../src/detection/import/schema.ts";
import type { Rule } from "../../../src/detection/rules/schema.ts";
import { type Files, sigma, zip } from "../../support/rules/archives.ts";
import { ingestSmallRelease, requestJson } from "../../support/service.ts";

type Answer = RuleImportResult & { code?: string; detail?: string };

const BASE = "/api/pipeline/rules";
const send = async (body: BodyInit, query = "") =>
  await requestJson<Answer>(`${BASE}/import${query}`, { method: "POST", body });
const bring = async (files: Files) => (await send(zip(files))).body;
const readRule = async (id: unknown) => (await requestJson<Rule>(`${BASE}/${String(id)}`)).body;
const outcomesOf = ({ receipts }: RuleImportResult) =>
  receipts.map(({ path, outcome }) => `${path} ${outcome}`);

beforeAll(ingestSmallRelease);

describe("a file of several documents", () => {
  const failed = sigma({ title: "Отказ входа" });
  const named = sigma({ title: "登录" });
  const joined = `title: Many failures
id: 21000000-0000-4000-8000-000000000001
tags: [attack.t1566]
correlation:
  type: temporal
  rules: [${failed.id}, by_name]
  timespan: 5m
`;
  const file = `${failed.text}---\n# by name\n${named.text}name: by_name\n---\n${joined}...\n---\n`;

  it("is a rule for each, and a correlation comes with what it joins", async () => {
    const body = await bring({ "many.yml": file });
    expect(outcomesOf(body)).toEqual([1, 2, 3].map((n) => `many.yml#${n} created`));
    const [first, , last] = body.receipts;
    expect((await readRule(first?.rule_id)).content).toBe(failed.text);
    const correlation = await readRule(last?.rule_id);
    expect(correlation).toMatchObject({
      title: "Many failures",
      known_as: "21000000-0000-4000-8000-000000000001",
      techniques: ["T1566"],
      validation: { valid: true },
    });
    expect(correlation.content).toContain("Отказ входа");
    expect(correlation.content).toContain("name: by_name");
    expect(correlation.content.endsWith(joined)).toBe(true);
    expect((await bring({ "many.yml": file })).counts).toMatchObject({ unchanged: 3, created: 0 });
  });

  it("names the line of a fault in the file", async () => {
    const { text } = sigma();
    const body = await bring({ "two.yml": `${text}---\n${sigma().text}level: odd\n` });
    expect(body.receipts).toMatchObject([
      { path: "two.yml#1", outcome: "created" },
      { path: "two.yml#2", outcome: "failed", line: text.split("\n").length + 9 },
    ]);
  });

  it("is refused where it is a collection of version 1", async () => {
    const body = await bring({
      "old.yml": `# x\naction: global\n${sigma().text}---\nlogsource: {}\n`,
    });
    expect(body.receipts).toMatchObject([
      { outcome: "failed", line: 2, message: expect.stringContaining("Sigma version 1") },
    ]);
  });

  it("holds filters too", async () => {
    const { body } = await send(
      "title: No admins\nid: 21000000-0000-4000-8000-000000000002\nlogsource: {product: windows}\nfilter: {rules: [x], s: {User: adm}, condition: not s}\n",
    );
    expect(body.counts.created).toBe(1);
  });
});

describe("a rule that is known", () => {
  it("is told from another with its id in the same import", async () => {
    const one = sigma();
    const body = await bring({
      "a.yml": one.text,
      "b.yml": one.text,
      "c.yml": one.text.replace("title: Rule", "title: Another"),
    });
    expect(outcomesOf(body)).toEqual(["a.yml created", "b.yml unchanged", "c.yml duplicate"]);
    expect(body.receipts[2]).toMatchObject({ message: "Its id is that of 'a.yml' too." });
  });

  it("says what changed", async () => {
    const { text } = sigma();
    const changes: [Record<string, string>, string[]][] = [
      [{ "status: test": "status: stable" }, ["status"]],
      [{ "title: Rule": "title: Rôle" }, ["title"]],
      [{ "attack.t1059.001": "attack.t1566" }, ["techniques", "tags"]],
      [{ "product: windows": "product: linux" }, ["logsource", "detection"]],
      [{ "\\rule": "\\tool" }, ["detection"]],
      [{ "level: high": "# why\nlevel: high" }, ["text"]],
    ];
    await send(text);
    let now = text;
    for (const [change, changed] of changes) {
      for (const [from, to] of Object.entries(change)) now = now.replace(from, to);
      const { body } = await send(now);
      expect(body.receipts[0]).toMatchObject({ outcome: "updated", changed });
    }
    const { body } = await send(now);
    expect((await readRule(body.receipts[0]?.rule_id)).version).toBe(changes.length + 1);
  });

  it("is known by its text where it has no id", async () => {
    const { text } = sigma({ id: "" });
    expect((await send(text)).body.counts.created).toBe(1);
    const { body } = await send(text);
    expect(body.counts).toMatchObject({ created: 0, unchanged: 1 });
    const changed = await send(text.replace("level: high", "level: low"));
    expect(changed.body.counts.created).toBe(1);
    expect(changed.body.receipts[0]?.near_duplicates).toMatchObject([
      { rule_id: body.receipts[0]?.rule_id, similarity: 1 },
    ]);
  });

  it("comes once when two import it at the same moment", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 40 }, (_, n) => [`${n}.yml`, sigma(n % 2 === 0 ? {} : { id: "" }).text]),
    );
    const answers = await Promise.all([bring(files), bring(files), bring(files)]);
    const stored = answers.flatMap(({ receipts }) => receipts.map(({ rule_id: id }) => id));
    expect(new Set(stored.filter((id) => id !== null)).size).toBe(40);
    const created = answers.reduce((sum, { counts }) => sum + counts.created, 0);
    expect(created).toBe(40);
    const twice = Object.fromEntries(
      Object.entries(files).map(([name, text]) => [name, `${text}# later\n`]),
    );
    const updates = await Promise.all([bring(twice), bring(twice)]);
    expect(updates.reduce((sum, { counts }) => sum + counts.updated, 0)).toBe(20);
  });

  it("keeps its id from other rules", async () => {
    const one = sigma();
    const [first] = (await send(one.text)).body.receipts;
    const [second] = (await send(sigma().text)).body.receipts;
    const save = async (content: string) =>
      await requestJson<{ code?: string; detail?: string }>(`${BASE}/${second?.rule_id}/versions`, {
        method: "POST",
        body: JSON.stringify({ content }),
      });
    expect(await save(one.text)).toMatchObject({
      status: 409,
      body: { code: "conflict", detail: expect.stringContaining(String(first?.rule_id)) },
    });
    const fresh = sigma();
    expect((await save(fresh.text)).status).toBe(201);
    expect((await send(fresh.text)).body.receipts[0]).toMatchObject({
      outcome: "unchanged",
      rule_id: second?.rule_id,
    });
  });
});

describe("techniques of a rule", () => {
  it.each<[tags: string, techniques: string[], unknown: string[]]>([
    ["[attack.t1086]", ["T1059.001"], []],
    ["[attack.t1059.001, attack.t1086, attack.execution]", ["T1059.001"], []],
    ["[attack.t9999, attack.t1566]", ["T1566"], ["T9999"]],
    ["[attack.g0016, cve.2021-44228, car.2013-05-002]", [], []],
    ["", [], []],
  ])("that are tagged %s", async (tags, techniques, unknown) => {
    const { body } = await send(sigma({ tags }).text);
    expect(body.receipts[0]).toMatchObject({ techniques, unknown_techniques: unknown });
    const rule = await readRule(body.receipts[0]?.rule_id);
    expect(rule.technique_id).toBe(techniques[0] ?? null);
    for (const id of unknown) expect(rule.header?.tags).toContain(`attack.${id.toLowerCase()}`);
  });
});

describe("rules that detect the same", () => {
  it("are named, and stored all the same", async () => {
    const values = (list: string[]) =>
      `{selection: {Image|endswith: [${list.map((value) => `'\\${value}.exe'`).join(", ")}]}, condition: selection}`;
    const list = [
      "alpha",
      "beta",
      "gamma",
      "delta",
      "epsilon",
      "zeta",
      "eta",
      "theta",
      "iota",
      "ko",
    ];
    const first = sigma({ detection: values(list) });
    const same = sigma({
      detection: values(list.toReversed().map((value) => value.toUpperCase())),
    });
    const near = sigma({ detection: values([...list.slice(0, 9), "other"]) });
    const far = sigma({ detection: values([...list.slice(0, 4), "one", "two", "three", "four"]) });
    const [stored] = (await send(first.text)).body.receipts;
    const body = await bring({ "same.yml": same.text, "near.yml": near.text, "far.yml": far.text });
    expect(body.counts.created).toBe(3);
    const [atSame, atNear, atFar] = body.receipts;
    expect(atSame?.near_duplicates).toMatchObject([
      { rule_id: stored?.rule_id, path: null, known_as: first.id, similarity: 1 },
      { rule_id: null, path: "near.yml" },
    ]);
    expect(atNear?.near_duplicates.map(({ similarity }) => similarity)).toEqual([0.82, 0.82]);
    expect(atFar?.near_duplicates).toEqual([]);
  });
});

describe("queries with a header", () => {
  it.each<[name: string, content: string, found: object]>([
    [
      "a.kql",
      "// title: Шифрование 加密\n// id: KQL-7\n// severity: High\n// techniques: T1059.001, T1566\n// author: Ann\n// product: Windows\nSecurityEvent\n| where EventID == 4688\n",
      {
        title: "Шифрование 加密",
        known_as: "kql-7",
        techniques: ["T1059.001", "T1566"],
        header: { level: "high", author: "Ann", logsource: { product: "windows" } },
      },
    ],
    [
      "b.spl",
      "``` title: Logons ```\n``` tags: attack.execution, attack.t1086 ```\n``` reference: https://unit.dev/a ```\nindex=main sourcetype=x | stats count by host\n",
      {
        title: "Logons",
        known_as: null,
        techniques: ["T1059.001"],
        header: { references: ["https://unit.dev/a"] },
      },
    ],
    [
      "c.eql",
      '/* name: Shell\n * status: stable\n * mitre attack: T1059.001 */\nprocess where process.name == "a"\n',
      { title: "Shell", techniques: ["T1059.001"], header: { status: "stable" } },
    ],
    ["folder/d.kql", "SecurityEvent\n| where EventID == 1\n", { title: "d", techniques: [] }],
    [
      "sentinel.yaml",
      "id: 21000000-0000-4000-8000-000000000009\nname: Rare sign-in\nseverity: Medium\ntactics: [InitialAccess]\nrelevantTechniques: [T1566]\nquery: |\n  SigninLogs\n  | where ResultType == 0\nkind: Scheduled\n",
      {
        title: "Rare sign-in",
        language: "kql",
        known_as: "21000000-0000-4000-8000-000000000009",
        techniques: ["T1566"],
        header: { level: "medium" },
      },
    ],
    [
      "escu.yml",
      "name: Odd shell\nid: 21000000-0000-4000-8000-000000000010\ntype: TTP\nstatus: production\nauthor: Ann\nsearch: 'index=main process=x | stats count by host'\ntags:\n  mitre_attack_id: [T1059.001]\n",
      { title: "Odd shell", language: "spl", techniques: ["T1059.001"] },
    ],
  ])("%s", async (name, content, found) => {
    const body = await bring({ [name]: content });
    expect(body.counts).toMatchObject({ created: 1, failed: 0 });
    expect(await readRule(body.receipts[0]?.rule_id)).toMatchObject(found);
    expect((await bring({ [name]: content })).counts).toMatchObject({ created: 0, unchanged: 1 });
  });

  it("are taken as the body by their name", async () => {
    const query = "// title: x\nT | where a == 1\n";
    expect((await send(query, "?filename=x.kql")).body.receipts[0]?.language).toBe("kql");
    const broken = await send("T | where ==", "?filename=x.kql");
    expect(broken.body.receipts[0]).toMatchObject({ outcome: "failed", line: 1 });
  });

  it("that were generated here are known again", async () => {
    for (const language of ["sigma", "kql", "spl", "eql"]) {
      const { body: made } = await requestJson<Rule>(`${BASE}/generate`, {
        method: "POST",
        body: JSON.stringify({ title: "Encoded: commands", technique_id: "T1059.001", language }),
      });
      expect(made.header?.tags).toContain("attack.t1059.001");
      expect(made.header?.logsource).toEqual({ category: "ps_script", product: "windows" });
      const name = language === "sigma" ? "x.yml" : `x.${language}`;
      const { body } = await send(made.content, `?filename=${name}`);
      expect(body.receipts[0]).toMatchObject({
        title: "Encoded: commands",
        techniques: ["T1059.001"],
      });
      expect([language, body.receipts[0]?.outcome, body.receipts[0]?.rule_id]).toEqual([
        language,
        "unchanged",
        made.rule_id,
      ]);
    }
  });
});

describe("a form", () => {
  it("brings several files, archives among them", async () => {
    const form = new FormData();
    form.append("files", new File([sigma().text], "a.yml"));
    form.append("files", new File([zip({ "b.yml": sigma().text, "c.md": "x" })], "b.zip"));
    form.append("file", new File(["T | where a == 1\n"], "c.kql"));
    const { body } = await requestJson<Answer>(`${BASE}/import`, { method: "POST", body: form });
    expect(outcomesOf(body)).toEqual([
      "a.yml created",
      "b.yml created",
      "c.md passed_over",
      "c.kql created",
    ]);
  });

  it("has no other fields", async () => {
    const form = new FormData();
    form.append("state", "enabled");
    const other = new FormData();
    other.append("rules", new File(["x"], "x.yml"));
    for (const body of [form, other]) {
      const refused = await requestJson<Answer>(`${BASE}/import`, { method: "POST", body });
      expect(refused).toMatchObject({ status: 422, body: { code: "validation_error" } });
    }
  });
});
