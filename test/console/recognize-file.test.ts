import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { outlineJson } from "../../src/console/parts/drop/outline-json.ts";
import { readEnds } from "../../src/console/parts/drop/read-ends.ts";
import { recognizeFile } from "../../src/console/parts/drop/recognize-file.ts";
import { sortFiles } from "../../src/console/parts/drop/sort-files.ts";
import { makeDocx, paragraph } from "../support/documents/make-docx.ts";
import { attached, bytesOf, mail, text as textPart } from "../support/mails.ts";
import { sigma, tarGz, zip } from "../support/rules/archives.ts";
import { elastic, sentinel, splunk } from "../support/rules/foreign.ts";
import { smallBundle } from "../support/bundles.ts";

const file = (name: string, ...parts: (string | Uint8Array)[]) =>
  new File(parts as BlobPart[], name);
const kindOf = async (given: File) => recognizeFile(await readEnds(given)).kind;
const json = (name: string, value: unknown) => file(name, JSON.stringify(value));

const MIB = 1024 * 1024;
const INDICATOR = {
  type: "indicator",
  id: "indicator--0198f3a1-5c1e-7d40-9b2a-3f6d1c8e4a70",
  spec_version: "2.1",
};
const LAYER = {
  name: "A layer",
  versions: { layer: "4.5" },
  domain: "enterprise-attack",
  techniques: [{ techniqueID: "T1059" }],
};

describe("a dropped file is", () => {
  it.each([
    ["a PDF", file("report.pdf", "%PDF-1.7\n%âãÏÓ\n")],
    ["a PDF behind what an email left", file("a.pdf", "\n\nX-Junk\n%PDF-1.4 \0")],
    ["a DOCX", file("a.docx", new Uint8Array(makeDocx(paragraph("Words"))))],
    ["a text", file("a.txt", "The actor ran PowerShell.")],
    ["Markdown with a rule in it", file("a.md", "# A\n\ndetection:\nlogsource:\n")],
    ["a page", file("a.html", "<p>The actor</p>")],
    ["a page without a name", file("saved", "<!DOCTYPE html><html>")],
    ["a text in UTF-16", file("a.txt", new Uint8Array([0xff, 0xfe, 0x41, 0, 0x42, 0]))],
    ["a text without a name", file("README", "words")],
    ["a text that begins as an email", file("mail.txt", mail(textPart("Words.")))],
    ["notes of who said what", file("NOTES", "From: Ann\nSubject: A call\n\nThe actor")],
  ])("a report: %s", async (_what, given) => expect(await kindOf(given)).toBe("report"));

  it.each([
    ["mail", file("a.eml", mail(textPart("Words.")))],
    ["mail", file("a.EML", bytesOf(mail(attached("a.bin", "application/x", "\0"))), "\0")],
    ["mail", file("saved message", mail(textPart("Words.")))],
    ["stix", json("a.json", { type: "bundle", id: "bundle--1", objects: [INDICATOR] })],
    ["stix", json("a.json", [INDICATOR])],
    ["misp", json("a.json", { Event: { info: "x", uuid: "y", Attribute: [] } })],
    ["misp", json("a.json", { response: [{ Event: { info: "x" } }] })],
    ["misp", json("a.json", [{ Event: { info: "x" } }])],
    ["misp", json("a.json", { info: "x", uuid: "y", Attribute: [] })],
    ["navigator", json("layer.json", LAYER)],
    ["navigator", json("layer.json", { ...LAYER, techniques: [] })],
    ["attack", json("enterprise-attack.json", smallBundle("18.1"))],
    ["attack", file("e.json.gz", gzipSync(JSON.stringify(smallBundle("18.1"))))],
    ["atlas", file("ATLAS.yaml", "---\nid: ATLAS\nname: A\nmatrices:\n- id: ATLAS\n")],
    [
      "atlas",
      json("ATLAS.json", { id: "ATLAS", matrices: [{ id: "AML.TA0002", x: "AML.T0000" }] }),
    ],
    [
      "atlas",
      json("stix-atlas.json", {
        type: "bundle",
        objects: [
          { type: "x-mitre-tactic", external_references: [{ source_name: "mitre-atlas" }] },
          { type: "x-mitre-matrix" },
        ],
      }),
    ],
    ["rules", file("rule.yml", sigma().text)],
    ["rules", file("rule.toml", elastic())],
    ["rules", file("rule.yaml", sentinel())],
    ["rules", file("hunting.yaml", sentinel({ severity: "", relevantTechniques: "[]" }))],
    ["rules", file("rule.yml", splunk())],
    ["rules", file("rule.yml", splunk({ tags: "\n  mitre_attack_id: [T1566]", type: "" }))],
    ["rules", file("rules.zip", zip({ "rules/a.toml": elastic() }))],
    ["rules", file("rule.kql", "DeviceProcessEvents | where true")],
    ["rules", file("sigma.tar.gz", tarGz({ "rules/a.yml": sigma().text }))],
    ["rules", file("sigma.zip", zip({ "rules/a.yml": sigma().text }))],
    ["dettect", file("ds.yaml", "version: 1.1\nfile_type: data-source-administration\n")],
  ])("%s: %o", async (kind, given) => expect(await kindOf(given)).toBe(kind));

  it.each([
    ["empty", file("a.pdf"), /empty/],
    ["only blanks", file("a.txt", " \n "), /no text/],
    ["a picture", file("a.png", "\u0089PNG\0\0"), /binary/],
    ["a workbook", file("a.xlsx", zip({ "xl/workbook.xml": "" })), /archive/],
    ["an old document", file("a.doc", new Uint8Array([0xd0, 0xcf, 0x11, 0xe0])), /DOCX/],
    ["a message of Outlook", file("a.msg", new Uint8Array([0xd0, 0xcf, 0x11, 0xe0])), /\.eml/],
    ["a text that is named as an email", file("a.eml", "Words.\n\nFrom: Ann"), /neither a sender/],
    ["other JSON", json("package.json", { name: "x", version: "1" }), /JSON/],
    ["other YAML", file("compose.yml", "services:\n"), /YAML/],
    ["a macro of Splunk", file("m.yml", "name: m\ndefinition: index=x\n"), /YAML/],
    ["other TOML", file("pyproject.toml", '[project]\nname = "[rule]"\n'), /TOML/],
    ["a table", file("a.csv", "a,b\n"), /Rename/],
    ["a feed", file("feed.xml", "<?xml version='1.0'?><rss/>"), /XML/],
    ["a packed text", file("a.txt.gz", gzipSync("words")), /Unpack/],
    ["a damaged gzip", file("a.gz", new Uint8Array([0x1f, 0x8b, 1, 2, 3])), /Unpack/],
  ])("nothing that is accepted: %s", async (_what, given, reason) => {
    const found = recognizeFile(await readEnds(given));
    expect(found).toEqual({ kind: null, reason: expect.stringMatching(reason) });
  });
});

describe("what is large or hostile", () => {
  it("is read at both ends alone", async () => {
    const huge = file(
      "e.json",
      '{"type":"bundle","objects":[',
      "{},".repeat(4 * MIB),
      '{"type": "x-mitre-matrix"}]}',
    );
    let read = 0;
    const slice = huge.slice.bind(huge);
    huge.slice = (...range) => {
      const part = slice(...range);
      read += part.size;
      return part;
    };
    expect(await kindOf(huge)).toBe("attack");
    expect(read).toBeLessThanOrEqual(1.5 * MIB);
  });

  it("is a zip by the directory at its end, however much comes before", async () => {
    const large = zip({ "a.bin": "x".repeat(3 * MIB), "rules/a.yml": sigma().text });
    expect(await kindOf(file("a.zip", large))).toBe("rules");
  });

  it("unpacks no more of a gzip than it looks at", async () => {
    const bomb = gzipSync(Buffer.alloc(256 * MIB, "a"));
    const ends = await readEnds(file("bomb.gz", bomb));
    expect(ends.head.length).toBeLessThanOrEqual(MIB);
  });

  it.each([
    ["brackets", "[".repeat(MIB)],
    ["objects", '{"a":'.repeat(MIB / 5)],
    ["closed ones", "]}".repeat(MIB / 2)],
    ["quotation marks", '"'.repeat(MIB)],
    ["escapes", `["${"\\".repeat(MIB)}`],
    ["keys", `{${Array.from({ length: 90_000 }, (_, n) => `"k${n}":1`).join(",")}}`],
    ["a key of a megabyte", `{"${"k".repeat(MIB)}":1}`],
  ])("does not grow with a million %s", (_what, text) => {
    const { paths, types } = outlineJson(text);
    expect(paths.size + types.size).toBeLessThanOrEqual(4_000);
    expect(Math.max(0, ...[...paths].map(({ length }) => length))).toBeLessThanOrEqual(100);
  });

  it("does not take names of prototypes for keys", async () => {
    expect(await kindOf(json("a.json", { constructor: 1, toString: 2 }))).toBe(null);
    expect(await kindOf(file("a.json", '{"__proto__": {"Event": {}}}'))).toBe(null);
  });

  it("does not take the words of a value for a shape", async () => {
    const text = String.raw`{"a": "\",\"Event\":{}", "objects": "type\":\"bundle"}`;
    expect(await kindOf(file("a.json", text))).toBe(null);
  });
});

describe("several files", () => {
  const pdf = (n: number) => file(`${n}.pdf`, "%PDF-1.7");

  it("of reports are taken together", async () => {
    const { kind, files, notes } = await sortFiles([pdf(1), pdf(2)], "analyst");
    expect([kind, files.length]).toEqual(["report", 2]);
    expect(notes).toEqual([]);
  });

  it("of emails are taken together", async () => {
    const given = [1, 2].map((n) => file(`${n}.eml`, mail(textPart("Words."))));
    expect(await sortFiles(given, "analyst")).toEqual({ kind: "mail", files: given, notes: [] });
  });

  it("of different kinds: the first kind is opened, the others are named", async () => {
    const given = [json("layer.json", LAYER), pdf(1), file("a.png", "\0"), json("b.json", LAYER)];
    const { kind, files, notes } = await sortFiles(given, "analyst");
    expect([kind, files.map(({ name }) => name)]).toEqual(["navigator", ["layer.json"]]);
    expect(notes).toEqual([
      "a.png contains binary data of a kind that is not accepted.",
      "Only the Navigator layer was opened. Drop the other 2 files again.",
    ]);
  });

  it("that are not accepted are named, the first three of them", async () => {
    const { kind, notes } = await sortFiles(
      [1, 2, 3, 4, 5].map((n) => file(`${n}.png`, "\0")),
      "analyst",
    );
    expect(kind).toBe(null);
    expect(notes).toHaveLength(5);
    expect(notes[3]).toBe("2 more files are not accepted.");
  });

  it("are not taken from a viewer, nor a release from an analyst", async () => {
    expect((await sortFiles([pdf(1)], "viewer")).kind).toBe(null);
    const release = json("e.json", smallBundle("18.1"));
    expect((await sortFiles([release], "analyst")).kind).toBe(null);
    expect((await sortFiles([release], "admin")).kind).toBe("attack");
  });
});
