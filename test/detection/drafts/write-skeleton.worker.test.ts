import { SHIPPED } from "../../support/shipped.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { fromSeed, type Seed } from "../../../src/knowledge/attack/seed.ts";
import { writeSkeleton } from "../../../src/detection/drafts/write-skeleton.ts";
import type { RuleTechnique, SkeletonRequest } from "../../../src/detection/drafts/skeleton.ts";
import { EQL_LEXEMES } from "../../../src/detection/languages/eql/lexemes.ts";
import { Findings } from "../../../src/detection/languages/findings.ts";
import { KQL_LEXEMES } from "../../../src/detection/languages/kql/lexemes.ts";
import { SPL_LEXEMES } from "../../../src/detection/languages/spl/lexemes.ts";
import { tokenize } from "../../../src/detection/languages/tokens.ts";
import { validateRule } from "../../../src/detection/languages/validate-rule.ts";
import { PLACEHOLDER, RULE_LANGUAGES } from "../../../src/detection/languages/vocabulary.ts";
import { seededRandom } from "../../support/random.ts";
import { testServices } from "../../support/service.ts";
import schema from "../rules/sigma-rule-schema.json";

const RULE_ID = "11111111-2222-4333-8444-555555555555";
const POWERSHELL: RuleTechnique = {
  attack_id: "T1059.001",
  name: "PowerShell",
  tactics: ["execution"],
  platforms: ["Windows"],
};

const request = (change: Partial<SkeletonRequest> = {}): SkeletonRequest => ({
  title: "Title",
  technique: POWERSHELL,
  telemetry: null,
  rule_id: RULE_ID,
  author: "ann",
  date: "2026-11-21",
  modified: null,
  session_id: null,
  report_id: null,
  ...change,
});

/** What people and machines put into names to break out of them. */
const PIECES = [
  '"',
  "'",
  "`",
  "```",
  '"""',
  "''",
  '\\"',
  "\\",
  "\n",
  "\r\n",
  "\r",
  "\u2028",
  "\u0085",
  "\t",
  ": ",
  " #",
  "- ",
  "|",
  "| delete",
  "; drop",
  "{",
  "}",
  "[",
  "]",
  "(",
  ")",
  "---",
  "...",
  "&a",
  "*a",
  "//",
  "/*",
  "*/",
  "<!--",
  "%",
  "@",
  "!",
  "? ",
  "> ",
  "$x$",
  "{{x}}",
  "\u0000",
  "\u001b[31m",
  "\u007f",
  "\u202e",
  "\u2066",
  "\u200f",
  "\ufeff",
  "\u{e0041}",
  "\ud800",
  "\udfff",
  "\uffff",
  "👩‍💻",
  "\u00ad",
  "Привет",
  "你好",
  "مرحبا",
  "שלום",
  "नमस्ते",
  "e\u0301",
  "ﷺ",
  "null",
  "true",
  "2020-01-01",
  "~",
  "x",
];

/** Text of these pieces; telemetry is given a second word, so that it names no table. */
function nasty(random: () => number): string {
  const length = 1 + Math.floor(random() * 8);
  const pick = () => PIECES[Math.floor(random() * PIECES.length)] ?? "";
  return Array.from({ length }, pick).join(random() < 0.5 ? "" : " ");
}

const LEXEMES = { kql: KQL_LEXEMES, spl: SPL_LEXEMES, eql: EQL_LEXEMES };

/** All that runs: everything but white space and comments. */
function codeOf(language: keyof typeof LEXEMES, rule: string): string[] {
  return tokenize(rule, LEXEMES[language], new Findings(rule)).map(({ text }) => text);
}

/** A Sigma rule without the texts that people wrote, which must be texts. */
function structureOf(rule: string) {
  const { title, description, author, logsource, ...others } = parse(rule);
  const { definition, ...source } = logsource;
  return {
    texts: [title, description, author, definition].map((text) => typeof text),
    source,
    others,
  };
}

describe("a generated rule", () => {
  it.each(RULE_LANGUAGES)(
    "in %s is not broken by any title, name, telemetry or author",
    (language) => {
      const random = seededRandom(20_261_121);
      const plain = writeSkeleton(language, request({ telemetry: "x y" }));
      for (let i = 0; i < 1500; i += 1) {
        const name = nasty(random);
        const rule = writeSkeleton(
          language,
          request({
            title: `a ${nasty(random)}`,
            technique: { ...POWERSHELL, name },
            telemetry: `x ${nasty(random)}`,
            author: `a${nasty(random)}`,
          }),
        );
        const { valid, errors, warnings } = validateRule(language, rule);
        expect({ rule, valid, errors }).toEqual({ rule, valid: true, errors: [] });
        expect(warnings.map(({ message }) => message)).toEqual([
          expect.stringContaining(PLACEHOLDER),
        ]);
        expect(rule.replaceAll("\n", "")).not.toMatch(
          /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Cs}]/u,
        );
        if (language === "sigma") expect(structureOf(rule)).toEqual(structureOf(plain));
        else expect(codeOf(language, rule)).toEqual(codeOf(language, plain));
      }
    },
  );

  it("keeps a title in any script as it is", () => {
    for (const title of ["Привет: мир", "你好 #1", 'שלום "x"', "it's | 5 > 3 \\ `x`", "👩‍💻"]) {
      expect(parse(writeSkeleton("sigma", request({ title }))).title).toBe(title);
      expect(writeSkeleton("kql", request({ title }))).toContain(`// ${title}\n`);
      expect(writeSkeleton("eql", request({ title }))).toContain(`// ${title}\n`);
    }
    expect(writeSkeleton("spl", request({ title: "```| delete" }))).toContain(
      "``` '''| delete ```\n",
    );
  });

  it("is the same for the same request, and says where it comes from", () => {
    const order = request({ session_id: RULE_ID, report_id: RULE_ID, modified: "2026-12-01" });
    for (const language of RULE_LANGUAGES) {
      const rule = writeSkeleton(language, order);
      expect(writeSkeleton(language, order)).toBe(rule);
      expect(rule).toContain(`/api/analyze/${RULE_ID}`);
      expect(rule).toContain(`/api/pipeline/intake/${RULE_ID}`);
    }
    expect(parse(writeSkeleton("sigma", order))).toMatchObject({
      id: RULE_ID,
      date: "2026-11-21",
      modified: "2026-12-01",
      author: "ann",
      tags: ["attack.execution", "attack.t1059.001"],
    });
  });
});

describe("the log source", () => {
  const at = (id: string, tactics: string[], platforms: string[]) =>
    parse(
      writeSkeleton(
        "sigma",
        request({ technique: { attack_id: id, name: "x", tactics, platforms } }),
      ),
    ).logsource;

  it.each([
    ["T1059.001", "execution", "Windows", { product: "windows", category: "ps_script" }],
    ["T1059.004", "execution", "Linux", { product: "linux", category: "process_creation" }],
    ["T1059.002", "execution", "macOS", { product: "macos", category: "process_creation" }],
    ["T1547.001", "persistence", "Windows", { product: "windows", category: "registry_set" }],
    [
      "T1003.001",
      "credential-access",
      "Windows",
      { product: "windows", category: "process_access" },
    ],
    ["T1071.004", "command-and-control", "Linux", { category: "dns" }],
    ["T1566.001", "initial-access", "Office Suite", { product: "m365", service: "exchange" }],
    [
      "T1110.003",
      "credential-access",
      "Identity Provider",
      { product: "azure", service: "signinlogs" },
    ],
    ["T1578", "defense-evasion", "IaaS", { product: "aws", service: "cloudtrail" }],
    ["T1609", "execution", "Containers", { product: "kubernetes", service: "audit" }],
    ["T1190", "initial-access", "Linux", { category: "webserver" }],
    ["T1595", "reconnaissance", "PRE", { category: "webserver" }],
    ["T1601", "defense-evasion", "Network Devices", { product: "cisco", service: "aaa" }],
    ["T1675", "execution", "ESXi", { product: "vmware", service: "esxi" }],
    ["T0831", "impact", "None", { product: "zeek", service: "modbus" }],
    ["T1417", "collection", "Android", { product: "mobile", category: "application" }],
    ["T9999", "nowhere", "Toaster", { product: "windows", category: "process_creation" }],
  ])("of %s (%s, %s) is %j", (id, tactic, platform, source) => {
    expect(at(id, [tactic], [platform])).toMatchObject(source);
  });
});

describe("for every technique of the release", () => {
  const TELEMETRY = [null, "Sysmon process creation", 'журнал: "x" | `y` # 日志'];
  let techniques: RuleTechnique[] = [];
  beforeAll(async () => {
    const response = await testServices().readAsset(
      `/seed/${SHIPPED.domain}-${SHIPPED.version}.json`,
    );
    const content = fromSeed(await response.json<Seed>());
    techniques = content.techniques.filter(({ state }) => state === "active");
  });

  it("a Sigma rule fits the specification's schema", () => {
    const sigma = z.fromJSONSchema(schema as z.core.JSONSchema.JSONSchema);
    expect(techniques).toHaveLength(SHIPPED.techniques);
    for (const technique of techniques) {
      for (const telemetry of TELEMETRY) {
        const rule = parse(writeSkeleton("sigma", request({ technique, telemetry })));
        const { error } = sigma.safeParse(rule);
        expect([technique.attack_id, error?.issues]).toEqual([technique.attack_id, undefined]);
        expect(rule.tags).toContain(`attack.${technique.attack_id.toLowerCase()}`);
      }
    }
  });

  it.each(RULE_LANGUAGES)("a rule in %s is valid but for its placeholder", (language) => {
    for (const technique of techniques) {
      for (const telemetry of TELEMETRY) {
        const rule = writeSkeleton(language, request({ technique, telemetry }));
        const { errors, warnings } = validateRule(language, rule);
        expect({ rule, errors }).toEqual({ rule, errors: [] });
        expect(warnings).toHaveLength(1);
      }
    }
  });

  it("the schema refuses what is no Sigma rule", () => {
    const sigma = z.fromJSONSchema(schema as z.core.JSONSchema.JSONSchema);
    const rule = () => parse(writeSkeleton("sigma", request()));
    expect(sigma.safeParse(rule()).success).toBe(true);
    const changes: Record<string, unknown>[] = [
      { title: 1 },
      { id: "x" },
      { status: "done" },
      { level: "bad" },
      { date: "2026/11/21" },
      { tags: ["T1059"] },
      { logsource: { definition: "x" } },
      { detection: { condition: "x" } },
      { logsource: { product: "A b" } },
      { extra: 1 },
      { references: [] },
      {
        detection: {
          s: { a: { b: 1 } },
          condition: "s",
        },
      },
    ];
    for (const change of changes) {
      const changed = { ...rule(), ...change };
      expect([change, sigma.safeParse(changed).success]).toEqual([change, false]);
    }
  });
});
