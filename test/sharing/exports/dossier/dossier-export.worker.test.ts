import { marked } from "marked";
import { beforeAll, describe, expect, it } from "vitest";
import type { Dossier } from "../../../../src/reading/dossiers/schema.ts";
import { buildDossierCsv } from "../../../../src/sharing/exports/dossier/dossier-csv.ts";
import { buildDossierMarkdown } from "../../../../src/sharing/exports/dossier/dossier-markdown.ts";
import { readCsv } from "../../../support/csv.ts";
import { newDossier } from "../../../support/dossiers.ts";
import { newSession } from "../../../support/edits.ts";
import { ingestSmallRelease, request } from "../../../support/service.ts";

beforeAll(ingestSmallRelease);

const made = async () => {
  const first = await newSession("APT29 ran T1059.001. Mail came first (T1566).", {
    name: "Первый",
  });
  const second = await newSession("T1566 mail was sent.", { name: "Second" });
  await second.patch("T1566", { review_status: "rejected", note: "A test of ours." });
  const dossier = await newDossier([first.id, second.id], {
    name: "Гавань / harbour",
    note: "One.\n\nTwo.",
    tlp: "amber",
  });
  return { first, second, dossier };
};

describe("GET /api/dossiers/{dossier_id}/export", () => {
  it("is a Markdown report named after the dossier", async () => {
    const { dossier } = await made();
    const response = await request(`${dossier.path}/export`);
    expect(response.headers.get("Content-Type")).toBe("text/markdown; charset=utf-8");
    expect(response.headers.get("Content-Disposition")).toContain(
      `${encodeURIComponent("Гавань-harbour")}-${dossier.id.slice(-12)}.md`,
    );
    const text = await response.text();
    expect(text).toMatch(/^# Гавань \/ harbour\n\n/);
    expect(text).toContain("| Marking | TLP:AMBER |");
    expect(text).toContain("## Note\n\nOne.\n\nTwo.\n");
    expect(text).toContain(
      "- T1566 Phishing is named and not decided in “Первый”, rejected in “Second”.",
    );
    expect(text).toMatch(
      /\| \[T1566\]\(https:\/\/attack\.mitre\.org\/techniques\/T1566\/\) \| Phishing \| initial-access \| 1 \| \d+% \| 1: not reviewed \(\d+%\); 2: rejected \(\d+%\) \|/,
    );
    expect(text).toContain(
      "- APT29: known for 2 of these 2 techniques (G0016; named as APT29) in No. 1",
    );
    expect(text).toMatch(
      /## Group leads\n\nSimilarity of technique sets is a lead, never an attribution\.\n\nThe dossier has 2 techniques;.*\n\n\| By Jaccard similarity \| .*\n.*\n\| APT29 \(G0016\) \| 0\.\d+ \| 2 \| T1059\.001, T1566 \|/,
    );
    expect(text).toMatch(
      /- Second, rejected \(\d+%\): “T1566 mail was sent\.” Note: A test of ours\./,
    );
  });

  it("is a CSV file with a line for each technique and session", async () => {
    const { first, second, dossier } = await made();
    const response = await request(`${dossier.path}/export?format=csv`);
    expect(response.headers.get("Content-Type")).toBe("text/csv; charset=utf-8; header=present");
    const [head = [], ...lines] = readCsv(await response.text());
    const rows = lines.map((cells) =>
      Object.fromEntries(head.map((name, place) => [name, cells[place]])),
    );
    expect(rows).toHaveLength(3);
    expect(rows.filter((row) => row["attack_id"] === "T1566")).toMatchObject([
      { session_id: first.id, session_title: "Первый", review_status: "suggested", note: "" },
      { session_id: second.id, review_status: "rejected", note: "A test of ours." },
    ]);
  });

  it("is the dossier as JSON", async () => {
    const { dossier } = await made();
    const response = await request(`${dossier.path}/export?format=json`);
    expect(response.headers.get("Content-Disposition")).toContain(".json");
    expect(await response.json()).toEqual(await dossier.read());
  });

  it("refuses other formats and what it does not know", async () => {
    const { dossier } = await made();
    expect((await request(`${dossier.path}/export?format=pdf`)).status).toBe(422);
    expect((await request(`${dossier.path}/export?style=x`)).status).toBe(422);
    const gone = "/api/dossiers/00000000-0000-4000-8000-000000000000/export";
    expect((await request(gone)).status).toBe(404);
  });
});

describe("hostile names and notes", () => {
  const HOSTILE = [
    "<script>alert(1)</script><img src=x onerror=alert(1)>",
    "# heading",
    "- item",
    "1. item",
    "> quote",
    "```\ncode\n```",
    "[link](javascript:alert(1))",
    "http://evil.example/path and www.evil.example",
    "*emphasis* __line__ `code`",
    "| a | b |\n| --- | --- |\n| c | d |",
    "=1+1;=cmd|' /C calc'!A0",
    "\u202egnp.exe",
  ];

  let plain: Dossier;
  beforeAll(async () => {
    plain = await (await made()).dossier.read();
  });

  /** Every text of a dossier that comes from reports or people is the one given. */
  function dossierOf(text: string): Dossier {
    const named_groups = plain.named_groups.map((group) => ({ ...group, names: [text] }));
    const counted = { count: 1, session_ids: plain.session_ids };
    return {
      ...plain,
      name: text,
      note: text,
      sessions: plain.sessions.map((session) => ({ ...session, title: text })),
      techniques: plain.techniques.map((technique) => ({
        ...technique,
        named_by: technique.named_by.map((one) => ({ ...one, evidence: text, note: text })),
      })),
      contradictions: plain.contradictions.map((one) => ({ ...one, statement: text })),
      named_groups,
      entities: { ...plain.entities, observables: [{ kind: text, value: text, ...counted }] },
      warnings: [text],
    };
  }

  it("become no markup in Markdown", async () => {
    const tags = (html: string) => html.match(/<[a-z][a-z0-9]*/g) ?? [];
    const expected = tags(await marked(buildDossierMarkdown(dossierOf("plain"))));
    for (const text of HOSTILE) {
      const html = await marked(buildDossierMarkdown(dossierOf(text)));
      expect([text, tags(html)]).toEqual([text, expected]);
    }
  });

  it("become no formulas in CSV", () => {
    for (const text of HOSTILE) {
      const cells = readCsv(buildDossierCsv(dossierOf(text))).flat();
      expect(cells.length).toBeGreaterThan(40);
      for (const cell of cells) {
        expect(cell).not.toMatch(/^[=+\-@\t\r]/);
        expect(cell).not.toMatch(/[;\r\n][=+\-@]/);
      }
    }
  });
});
