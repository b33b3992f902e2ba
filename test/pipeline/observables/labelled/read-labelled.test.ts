import { describe, expect, it } from "vitest";
import { OBSERVABLE_KINDS } from "../../../../src/pipeline/observables/vocabulary.ts";
import addresses from "./addresses.jsonl?raw";
import advisories from "./advisories.json?raw";
import broken from "./broken.jsonl?raw";
import defang from "./defang.jsonl?raw";
import files from "./files.jsonl?raw";
import formats from "./formats.jsonl?raw";
import hashes from "./hashes.jsonl?raw";
import hosts from "./hosts.jsonl?raw";
import languages from "./languages.jsonl?raw";
import lookalikes from "./lookalikes.jsonl?raw";
import { caseOf, readAdvisories, readLabelled } from "./read-labelled.ts";
import roles from "./roles.jsonl?raw";
import system from "./system.jsonl?raw";
import wallets from "./wallets.jsonl?raw";

// oxfmt-ignore
const FILES = [
  addresses, broken, defang, files, formats, hashes, hosts, languages, lookalikes, roles, system, wallets,
];

describe("the labelled set", () => {
  const cases = FILES.flatMap(readLabelled);

  it("has at least 340 cases, each with an id of its own", () => {
    expect(cases.length).toBeGreaterThanOrEqual(340);
    expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length);
  });

  it.each(OBSERVABLE_KINDS)("has at least 20 values of %s to find", (kind) => {
    const values = cases.flatMap(({ indicators }) => indicators.filter((one) => one.kind === kind));
    expect(values.length).toBeGreaterThanOrEqual(20);
  });

  it("has what eleven documents print, with the SHA-256 that the Truebot advisory breaks", () => {
    const documents = readAdvisories(advisories);
    expect(documents.size).toBe(11);
    const isBroken = documents
      .get("ic3-aa23-187a-truebot.pdf")
      ?.filter((value) => value.kind === "sha256" && value.broken);
    // One more stands whole in a rule of the same document.
    expect(isBroken).toHaveLength(42);
  });
});

describe("reading the labelled set", () => {
  const line = (values: object) =>
    JSON.stringify({ id: "a-1", text: "", indicators: [], others: [], note: "", ...values });

  it("adds the hosts of URLs and the file names of paths", () => {
    const [found] = readLabelled(
      line({
        indicators: [
          ["url", "http://evil.top/a"],
          ["file_path", "/tmp/a.sh"],
        ],
        others: [["email", "a@vendor.com", "vendor"]],
      }),
    );
    expect(found?.others).toMatchObject([
      { kind: "email", role: "vendor" },
      { kind: "domain", normalized_value: "evil.top", role: "host" },
      { kind: "domain", normalized_value: "vendor.com", role: "vendor" },
    ]);
    expect(found?.optional).toEqual([{ kind: "file_name", normalized_value: "a.sh" }]);
  });

  it("makes a case of a document, what is optional apart", () => {
    const value = { kind: "domain", normalized_value: "a-b.top", broken: false } as const;
    const made = caseOf("doc", "text", [
      { ...value, role: "indicator", optional: false },
      { ...value, normalized_value: "c-d.top", role: "mentioned", optional: true },
    ]);
    expect([made.indicators.length, made.optional.length]).toEqual([1, 1]);
  });

  it.each([
    [line({ indicators: [["md5", "xyz"]] }), "is no md5"],
    [line({ indicators: [["hash", "xyz"]] }), "no kind hash"],
    [line({ others: [["domain", "a-b.top", "friend"]] }), "no role friend"],
    [line({ indicators: [["domain", "a-b.top"]], optional: [["domain", "a-b.top"]] }), "twice"],
  ])("refuses %s", (text, message) => {
    expect(() => readLabelled(text)).toThrow(message);
  });
});
