import { expect, it } from "vitest";
import { parseAttackText, safeUrl } from "../../src/console/parts/attack-text/parse-attack-text.ts";

it("links, citations and code of a description are told apart from its text", () => {
  const source =
    "[APT29](https://attack.mitre.org/groups/G0016) and [At](https://attack.mitre.org/techniques/T1053/002) with [PsExec](https://attack.mitre.org/software/S0029) ran `reg save` from [here](https://a.invalid/x).(Citation: Some Report)\n\nThen <code>whoami</code>.";
  expect(parseAttackText(source)).toEqual([
    [
      { kind: "object", text: "APT29", attackId: "G0016" },
      { kind: "text", text: " and " },
      { kind: "object", text: "At", attackId: "T1053.002" },
      { kind: "text", text: " with " },
      { kind: "object", text: "PsExec", attackId: "S0029" },
      { kind: "text", text: " ran " },
      { kind: "code", text: "reg save" },
      { kind: "text", text: " from " },
      { kind: "link", text: "here", url: "https://a.invalid/x" },
      { kind: "text", text: "." },
      { kind: "citation", text: "Some Report" },
    ],
    [
      { kind: "text", text: "Then " },
      { kind: "code", text: "whoami" },
      { kind: "text", text: "." },
    ],
  ]);
});

it("only addresses of the web become links", () => {
  const addresses = ["javascript:run", "data:text/html,x", "//x.invalid", "file:///etc/passwd"];
  for (const address of addresses) {
    expect(safeUrl(address)).toBe(null);
    expect(parseAttackText(`[x](${address})`)).toEqual([[{ kind: "text", text: "x" }]]);
  }
  expect(safeUrl("http://x.invalid/a")).toBe("http://x.invalid/a");
});

it("what is never closed is text, however long it is", () => {
  const open = "[(Citation: <code>".repeat(20_000);
  const [pieces] = parseAttackText(open);
  expect(pieces?.map(({ text }) => text).join("").length).toBe(open.length);
});
