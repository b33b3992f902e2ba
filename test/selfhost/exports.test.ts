import { SHIPPED } from "../support/shipped.ts";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withoutRejected } from "../../src/sharing/exports/content/without-rejected.ts";
import { renderAnalysis } from "../../src/sharing/exports/render-analysis.ts";
import type { Analysis } from "../../src/reading/sessions/schema.ts";
import {
  fileAssets,
  sampleAnalyses,
  sampleAnalysis,
  seedIndex,
  someTechniques,
  TEXTS,
} from "../support/node/export-samples.ts";
import { checkSessionPdf } from "../support/node/check-session-pdf.ts";
import { allText, findFaults, MARGIN, PAGE, withoutSpaces } from "../support/node/layout-faults.ts";
import { type ReadDocument, readPages } from "../support/node/read-pages.ts";
import { preparedFolder, type RunningService, startService } from "../support/node/service.ts";
import { seededRandom } from "../support/random.ts";

const index = seedIndex();
const samples = sampleAnalyses(index);

const render = async (analysis: Analysis) =>
  await renderAnalysis(fileAssets, withoutRejected(analysis, index, []));

describe.each(Object.entries(samples))("the report of a session: %s", (_, analysis) => {
  let bytes: Uint8Array;
  let read: ReadDocument;
  let text: string;
  beforeAll(async () => {
    bytes = await render(analysis);
    read = await readPages(bytes);
    text = withoutSpaces(allText(read));
  });

  const kept = analysis.techniques.filter(({ review_status: status }) => status !== "rejected");

  it("tells every id, name, tactic and shared technique", () => {
    for (const { attack_id: id, name, tactic } of kept) {
      const tacticName = index.tactics.find(({ shortname }) => shortname === tactic)?.name ?? "";
      expect(text).toContain(withoutSpaces(id + name));
      expect(text).toContain(withoutSpaces(tacticName));
    }
    const named = new Set(analysis.named_groups.map(({ attack_id: id }) => id));
    const leads = analysis.leads.filter(({ group_attack_id: id }) => !named.has(id));
    for (const id of named) expect(text).toContain(id);
    for (const lead of leads.slice(0, 5)) {
      expect(text).toContain(withoutSpaces(lead.group_attack_id + lead.group_name));
      expect(text).toContain(withoutSpaces(`${lead.shared_count} of ${lead.technique_count}`));
      expect(text).toContain(withoutSpaces(lead.why));
    }
    for (const lead of leads.slice(5)) {
      expect(text).toContain(withoutSpaces(`${lead.group_name} (${lead.group_attack_id},`));
    }
    for (const { group_name: name, group_attack_id: id, similarity } of analysis.apt_matches) {
      expect(text).toContain(withoutSpaces(`${name} (${id}, ${similarity},`));
    }
    for (const hint of analysis.apt_hints) expect(text).toContain(withoutSpaces(hint));
    for (const { attack_id: id } of analysis.rejected_techniques) expect(text).toContain(id);
    for (const tactic of index.tactics) expect(text).toContain(withoutSpaces(tactic.name));
    expect(text).toContain(analysis.session_id);
  });

  it("lets no text leave the margins or lie on other text", () => {
    expect(findFaults(read)).toEqual([]);
  });

  it("numbers its pages, and names the release on each", () => {
    const count = read.pages.length;
    read.pages.forEach(({ text: page }, place) => {
      expect(page).toContain(`Page ${place + 1} of ${count}`);
      expect(page).toContain(`ATT&CK Enterprise ${SHIPPED.version} · Session`);
    });
  });

  it("has contents and bookmarks that lead to its sections", () => {
    const titles = ["Executive summary", "Techniques and their evidence", "Tactic coverage"];
    const linked = read.pages[0]?.links.map(({ page }) => page);
    expect(linked).toEqual(read.bookmarks.map(({ page }) => page));
    expect(read.bookmarks.map(({ title }) => title)).toEqual(expect.arrayContaining(titles));
    for (const { title, page } of read.bookmarks) {
      expect(read.pages[page - 1]?.text).toContain(title);
    }
  });

  it("leaves no heading alone at the foot of a page", () => {
    for (const [place, { items }] of read.pages.entries()) {
      if (place === 0) continue;
      for (const heading of items.filter(({ size }) => size === 15 || size === 10)) {
        const below = items.filter(
          ({ baseline }) => baseline < heading.baseline - 4 && baseline > 60,
        );
        expect([heading.text, below.length > 1]).toEqual([heading.text, true]);
      }
    }
  });

  it("ends with how the report was read, on a page of its own", () => {
    const last = read.bookmarks.at(-1);
    expect(last?.title).toBe("Method and limits");
    expect(read.bookmarks.filter(({ page }) => page === last?.page)).toHaveLength(1);
    expect(text).toContain(withoutSpaces("It runs inside the service"));
    expect(text).not.toMatch(/provider_|embedded/);
  });

  it("has its title above every page but the first", () => {
    const title = withoutSpaces(analysis.title.replace(/\.pdf$/, "")).slice(0, 6);
    const heads = read.pages.map(({ items }) =>
      items
        .filter(
          ({ baseline, text: head }) => baseline > PAGE.height - 40 && !head.startsWith("TLP:"),
        )
        .map(({ text: head }) => head),
    );
    expect(heads[0]).toEqual([]);
    // What runs from right to left is read in runs.
    if (/[\u0590-\u06ff]/.test(title)) return;
    for (const head of heads.slice(1)) expect(withoutSpaces(head.join(""))).toContain(title);
  });

  it("links every technique to its page at ATT&CK", () => {
    const urls = read.pages.flatMap(({ links }) => links.map(({ url }) => url));
    for (const { attack_id: id } of kept) {
      expect(urls).toContain(`https://attack.mitre.org/techniques/${id.replace(".", "/")}/`);
    }
  });

  it("has the same bytes when it is made again", async () => {
    const again = await render(structuredClone(analysis));
    expect(Buffer.compare(Buffer.from(again), Buffer.from(bytes))).toBe(0);
    expect(read.info).toMatchObject({ Author: "tradecraft", CreationDate: "D:20261121034458Z" });
  });
});

describe("what people did and what the report names", () => {
  const textOf = async (analysis: Analysis) => allText(await readPages(await render(analysis)));

  it("tells a person's word from the analyser's", async () => {
    const text = await textOf(samples.reviewed);
    const parts = [
      "Report of 28 October 2020, analyzed on 21 November 2026",
      "ann@example.org and bob, last on 22 November 2026",
      "Of 7 techniques, 3 are confirmed by a person (1 of them added), 1 needs more evidence and 3 are said by the analyzer only and reviewed by nobody. 1 technique was rejected in review and left out.",
      "Confirmed by ann@example.org, 22 November 2026",
      "Added by bob, 22 November 2026",
      "The analyzer said T1059.003",
      "Needs evidence",
      "Analyst's note: Ask the responders.",
      "Check: The id contradicts its name.",
      "also: “Another passage that shows the same.”",
      "Compared with our own telemetry.",
      "harbour, q4",
    ];
    for (const part of parts) expect(withoutSpaces(text)).toContain(withoutSpaces(part));
    expect(text).not.toContain("What nobody believes.");
  });

  it("lists what the report names, what was set aside and what was not counted", async () => {
    const text = await textOf(samples.reviewed);
    const parts = [
      "Groups APT29 (G0016), as Cozy Bear",
      "Malware Cobalt Strike (S0154)",
      "Tools Mimikatz (S0002)",
      "Vulnerabilities CVE-2021-26855",
      "Victims' sectors healthcare",
      "Victims' countries United States",
      "28 October 2020 (published); May 2020 to July 2020 (activity)",
      "1 mention of techniques that tell of no act of the adversary: advice and mitigation (1).",
      "Not counted: 1 candidate below the threshold, T1048 (31 %).",
      "The report itself is marked TLP:RED, which is stricter than the TLP:AMBER+STRICT set for this analysis.",
    ];
    for (const part of parts) expect(withoutSpaces(text)).toContain(withoutSpaces(part));
  });

  it("tells listed indicators from other observables, and makes no link of any", async () => {
    const observables = [
      { kind: "domain", value: "evil.example", confirmed: false, listed: true },
      { kind: "ipv4", value: "203.0.113.7", confirmed: true, listed: false },
      { kind: "domain", value: "bank.example", confirmed: false, listed: false },
      { kind: "cve", value: "CVE-2020-1472", confirmed: false, listed: true },
    ];
    const content = withoutRejected(samples.nothing, index, observables);
    const text = allText(await readPages(await renderAnalysis(fileAssets, content)));
    expect(text).toMatch(/Indicators .*203\.0\.113\[\.\]7.*evil\[\.\]example.*Other observables/);
    expect(text).toMatch(/Other observables .*bank\[\.\]example/);
    expect(text).not.toMatch(/evil\.example/);
    expect(text).toMatch(/Vulnerabilities CVE-2020-1472 .*Indicators/);
  });

  it.each([
    ["amber+strict", null, "TLP:AMBER+STRICT"],
    ["clear", "green", "TLP:CLEAR"],
    [null, "green", "TLP:GREEN"],
    [null, null, null],
  ] as const)("marks every page twice: %s, printed %s", async (tlp, printed, label) => {
    const marked = { ...samples.english, tlp, tlp_in_text: printed };
    const read = await readPages(await render(marked));
    const { pages } = read;
    expect(pages.length).toBeGreaterThan(3);
    expect(findFaults(read)).toEqual([]);
    for (const { text: page, items } of pages) {
      const isNoted = page.includes("marked in the report, not decided here");
      expect(isNoted).toBe(tlp === null && printed !== null);
      const labels = items.filter(({ text }) => text.startsWith("TLP:") && !text.includes(" "));
      expect(labels.map(({ text }) => text)).toEqual(label === null ? [] : [label, label]);
      for (const { size, left, width } of labels) {
        expect([size, left + width > PAGE.width - MARGIN.side - 10]).toEqual([12, true]);
      }
    }
  });

  it("holds a session of every technique, with five passages each", async () => {
    const passages = Array.from({ length: 5 }, (_, place) => ({
      text: `Passage ${place} tells of what they did there.`,
      start: place,
      end: place + 1,
    }));
    const techniques = someTechniques(index, index.techniques.size, () => TEXTS.ENGLISH);
    const all = sampleAnalysis(index, {
      techniques: techniques.map((technique) => ({ ...technique, passages })),
    });
    const read = await readPages(await render(all));
    expect(findFaults(read)).toEqual([]);
    const text = allText(read);
    for (const id of index.techniques.keys()) expect(text).toContain(id);
    expect(text.split("Passage 4 tells").length - 1).toBe(index.techniques.size);
  });
});

describe("what is read from the pages", () => {
  const summarised = async (summary: string) => {
    const analysis = sampleAnalysis(index, { summary, techniques: [] });
    return allText(await readPages(await render(analysis)));
  };

  it.each(Object.entries(TEXTS).filter(([name]) => name !== "STRANGE"))(
    "is what was written: %s",
    async (_, text) => {
      const read = await summarised(text);
      // What runs from right to left is read in runs, so each word is looked for.
      for (const word of text.split(/[\s()"“”،,.]+/)) {
        expect(withoutSpaces(read)).toContain(withoutSpaces(word));
      }
    },
  );

  it("has a mark for what no font has, and nothing else is lost", async () => {
    const read = withoutSpaces(await summarised(TEXTS.STRANGE));
    expect(read).toContain("Beacon�to�,�");
    expect(read).toContain("�bell�half,�gnp.exe,");
  });

  it("is complete, however long: a summary of 10,000 characters, a word of 3,000", async () => {
    const read = withoutSpaces(allText(await readPages(await renderLong())));
    const { summary, name, filename, warnings } = samples.long;
    // Feet and heads of pages come between; no line of text is shorter than its letters here.
    const body = read.replace(
      /ATT&CKEnterprise\d+\.\d·Session[0-9a-f-]{36}Page\d+of\d+(?:OperationLongname[a-zL]*…)?/g,
      "",
    );
    for (const part of [summary, name ?? "", filename ?? "", ...warnings]) {
      expect(body).toContain(withoutSpaces(part));
    }
  });
  const renderLong = async () => await render(samples.long);

  it("repeats heads where a table goes on, and says which row does", async () => {
    const analysis = sampleAnalysis(index, {
      techniques: someTechniques(index, 1, () => TEXTS.ENGLISH.repeat(60)),
    });
    const { pages } = await readPages(await render(analysis));
    const [id] = analysis.techniques.map(({ attack_id }) => attack_id);
    const going = pages.filter(({ text }) => text.includes(`${id}, continued`));
    expect(going.length).toBeGreaterThan(2);
    for (const { text } of going) expect(text).toMatch(/^TECHNIQUE EVIDENCE IN THE REPORT/);
  });
});

describe("texts that nobody wrote", () => {
  // Every script that a font has, and what none has; the seed makes each run the same.
  const BLOCKS = [
    0x20, 0x7e, 0x0, 0x24f, 0x300, 0x36f, 0x370, 0x52f, 0x590, 0x6ff, 0x750, 0x77f, 0x8a0, 0x8ff,
    0x900, 0x97f, 0xe00, 0xe7f, 0x1100, 0x11ff, 0x2000, 0x206f, 0x2190, 0x27bf, 0x3000, 0x30ff,
    0x4e00, 0x9fff, 0xac00, 0xd7ff, 0xd800, 0xdfff, 0xe000, 0xf8ff, 0xfb1d, 0xfdff, 0xfe00, 0xffff,
    0x10330, 0x1034f, 0x1f1e6, 0x1faff, 0x20000, 0x2a6df,
  ];
  const makeText = (random: () => number, length: number) => {
    const below = (limit: number) => Math.floor(random() * limit);
    let text = "";
    let block = 0;
    for (let count = 0; count < length; count += 1) {
      if (below(6) === 0) block = 2 * below(BLOCKS.length / 2);
      const [from = 0, to = 0] = BLOCKS.slice(block, block + 2);
      text += String.fromCodePoint(from + below(to - from + 1));
      if (below(9) === 0) text += below(6) === 0 ? "\n" : " ";
    }
    return text;
  };

  it.each(Array.from({ length: 12 }, (_, run) => run + 1))("are set: %i", async (seed) => {
    const random = seededRandom(seed);
    const analysis = sampleAnalysis(index, {
      name: makeText(random, 60),
      summary: makeText(random, 1_500),
      techniques: someTechniques(index, 4, () => makeText(random, 400)),
      apt_hints: [makeText(random, 30)],
      warnings: [makeText(random, 200)],
    });
    const bytes = await render(analysis);
    const read = await readPages(bytes);
    expect(findFaults(read)).toEqual([]);
    for (const { attack_id: id } of analysis.techniques) expect(allText(read)).toContain(id);
  });
});

describe("the running service", () => {
  const folder = preparedFolder();
  let service: RunningService;
  beforeAll(async () => {
    service = await startService(folder.path);
  });
  afterAll(async () => {
    await service.stop();
    folder.remove();
  });

  const exportOf = async (path: string, init?: RequestInit) => {
    const response = await fetch(`${service.url}/api/export/${path}`, init);
    expect([response.status, response.headers.get("Content-Type")]).toEqual([
      200,
      "application/pdf",
    ]);
    return new Uint8Array(await response.arrayBuffer());
  };

  it("tells the whole analysis of a report", async () => {
    await checkSessionPdf(service.url, "report.pdf", readFileSync("examples/report.pdf"));
  });

  it("lists every technique of the release", async () => {
    const ids = [...index.techniques.keys(), "T1086", "T9999"];
    const init = { method: "POST", body: JSON.stringify({ technique_ids: ids }) };
    const read = await readPages(await exportOf("layer", init));
    expect(findFaults(read)).toEqual([]);
    const text = withoutSpaces(allText(read));
    for (const { attack_id: id, name, tactics, platforms } of index.techniques.values()) {
      const names = tactics.map((slug) => index.tactics.find((t) => t.shortname === slug)?.name);
      const row = [id, name, names.join(", "), platforms.join(", ")].join("");
      expect(text).toContain(withoutSpaces(row));
    }
    expect(text).toContain("T1086:T1059.001PowerShell");
    expect(text).toMatch(/Unknown,deprecated,orrevokedwithoutasuccessor\.T9999/);
  });
});
