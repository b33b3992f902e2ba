import { describe, expect, it } from "vitest";
import { choosePassages } from "../../../src/reading/analyser/passages.ts";
import { bodyText } from "../../../src/text/document/body-text.ts";
import { outlineText } from "../../../src/text/outline/outline-text.ts";
import { splitSentences } from "../../../src/text/sentences/sentences.ts";

/** The passages for the sentences that hold the given words, each with what it weighs. */
function passages(text: string, weights: Record<string, number>): string[] {
  const outline = outlineText(text);
  const sentences = splitSentences(outline);
  const speaking = Object.entries(weights).map(([words, weight]) => {
    const at = text.indexOf(words);
    const sentence = sentences.find(({ start, end }) => at >= start && at < end);
    return { ...(sentence ?? { start: 0, end: 0 }), weight };
  });
  return choosePassages({ text: bodyText(outline), sentences }, speaking).map(({ start, end }) =>
    text.slice(start, end),
  );
}

const PROSE = "The intruders then ran a script on each of the servers that they had reached.";

describe("choosePassages", () => {
  it("takes prose before a row, unless that says far more", () => {
    const row = "T1059 | Scripts";
    const text = `${row}\n\n${PROSE}`;
    expect(passages(text, { Scripts: 0.9, intruders: 0.7 })).toEqual([PROSE, row]);
    expect(passages(text, { Scripts: 0.95, intruders: 0.3 })).toEqual([row, PROSE]);
  });

  it("takes prose before a list of ids, which shows nothing of a report", () => {
    const list = "Techniques: T1566.001, t1059/001";
    const text = `${PROSE}\n\n${list}`;
    expect(passages(text, { T1566: 0.95, intruders: 0.3 })).toEqual([PROSE, list]);
  });

  it("joins what a page break has torn, and nothing else", () => {
    const torn = "Ryuk has used the shell of the system\n\n12\n\nto stop its services.";
    expect(passages(torn, { Ryuk: 0.9 })).toEqual([torn]);
    expect(passages(torn, { services: 0.9 })).toEqual([torn]);
    expect(passages(`${PROSE}\n\nand so on.`, { intruders: 0.9 })).toEqual([PROSE]);
  });

  it("joins a command line to the sentence that introduces it", () => {
    const text =
      "They set the key with the tool of the system:\n\nreg add HKCU\\Run /v Updater\n\nThen they left.";
    expect(passages(text, { "set the key": 0.9 })).toEqual([
      text.slice(0, text.indexOf("\n\nThen")),
    ]);
  });

  it("joins a command of a list to the sentence that introduces the list", () => {
    const text =
      "It removes itself by executing the following commands.\n• cmd.exe /c timeout 3\n• cmd.exe /c del %TEMP%\\a.exe\n\nThen it was gone.";
    expect(passages(text, { "del %TEMP%": 0.9 })).toEqual([text.slice(0, text.indexOf("\n\n"))]);
    const other = "It was seen in May.\n• cmd.exe /c timeout 3";
    expect(passages(other, { timeout: 0.9 })).toEqual(["• cmd.exe /c timeout 3"]);
  });

  it.each(["nltest /domain_trusts", "rclone copy D:\\share mega:x", "D:\\tools\\a.exe -x"])(
    "knows the commands that the table knows, and files that are run: %s",
    (command) => {
      const text = `They ran one command on the server:\n\n${command}\n\nThen they left.`;
      expect(passages(text, { "one command": 0.9 })).toEqual([
        text.slice(0, text.indexOf("\n\nThen")),
      ]);
    },
  );

  it("joins what headers and footers of pages have torn", () => {
    const page = (n: number) => `Page ${n} of 9 | Product ID: AA1\nTLP:CLEAR`;
    const half = "These clients, once they run on the server, open reverse proxies";
    const rest = "between the server and those who sent them.";
    const text = `${PROSE}\n\n${page(1)}\n${half}\n\n${page(2)}\n${rest} They stay.\n\n${page(3)}\nThe end.`;
    const whole = text.slice(text.indexOf(half), text.indexOf(rest) + rest.length);
    expect(passages(text, { "reverse proxies": 0.9 })).toEqual([whole]);
    expect(passages(text, { "who sent": 0.9 })).toEqual([whole]);
    expect(passages(text, { intruders: 0.9 })).toEqual([PROSE]);
  });

  it("joins what cannot end where it does, but no item of a list", () => {
    const key = "The value stands in the registry of the system under the\n\nHKLM\\Run key.";
    expect(passages(key, { HKLM: 0.9 })).toEqual([key]);
    expect(passages(key, { value: 0.9 })).toEqual([key]);
    const items = "1. Copy the hive out of the shadow copy; and\n2. Send it to the server.";
    expect(passages(items, { hive: 0.9 })).toEqual([items.split("\n")[0]]);
  });

  it("leaves the label of a row away where a sentence follows it", () => {
    const told = "Ryuk has injected itself into remote processes to encrypt their files.";
    for (const label of [
      "Process Injection [T1055] ",
      "T1055\t",
      "Registry Run Keys / Startup Folder T1547.001 ",
    ]) {
      expect(passages(`${label}${told}`, { Ryuk: 0.9 })).toEqual([told]);
    }
    const row = "Process Injection [T1055] Ryuk";
    expect(passages(row, { Ryuk: 0.9 })).toEqual([row]);
  });

  it("keeps five at most, none twice", () => {
    const text = Array.from({ length: 8 }, (_, n) => `They ran script number ${n} there.`).join(
      " ",
    );
    const weights = Object.fromEntries(
      Array.from({ length: 8 }, (_, n) => [`number ${n}`, n / 10]),
    );
    expect(passages(text, weights)).toHaveLength(5);
    expect(passages(text, { "script number 3": 0.5, "number 3": 0.4 })).toHaveLength(1);
  });
});
