import { describe, expect, it } from "vitest";
import { readEvents, readEventText } from "../../../src/detection/evaluate/read/read-events.ts";
import { processorMs } from "../../support/node/processor-time.ts";

const short = (events: Iterable<{ line: number | null; event: unknown; fault: string | null }>) =>
  [...events].map(({ line, event, fault }) =>
    fault === null ? `${line} ${JSON.stringify(event)}` : `${line} !`,
  );

/** Bytes in chunks of a size, each valid only until the next. */
function* chunked(bytes: Uint8Array, size: number): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.slice(at, at + size);
}

async function read(bytes: Uint8Array, size: number) {
  const found: string[] = [];
  for await (const batch of readEvents(chunked(bytes, size))) found.push(...short(batch));
  return found;
}

const utf8 = (text: string) => new TextEncoder().encode(text);
const utf16 = (text: string, isLittle: boolean, hasMark: boolean) => {
  const view = new DataView(new ArrayBuffer(2 * (text.length + Number(hasMark))));
  const marked = hasMark ? `\ufeff${text}` : text;
  for (let i = 0; i < marked.length; i += 1) view.setUint16(2 * i, marked.charCodeAt(i), isLittle);
  return new Uint8Array(view.buffer);
};

const CASES: Record<string, [text: string, events: string[]]> = {
  "JSON lines": ['{"a":1}\n\n{"a":2}\r\n{"a":3}', ['1 {"a":1}', '3 {"a":2}', '4 {"a":3}']],
  "an array": ['[{"a":1},{"a":2}]', ['1 {"a":1}', '1 {"a":2}']],
  "an array over lines": [
    '[\n  {\n    "a": [1, {}]\n  },\n  {"a": 2}\n]\n',
    ['2 {"a":[1,{}]}', '5 {"a":2}'],
  ],
  "objects one after another": ['{\n  "a": 1\n}\n{\n  "a": 2\n}\n', ['1 {"a":1}', '4 {"a":2}']],
  "objects on one line": ['{"a":1}{"a":2} {"a":3}', ['1 {"a":1}', '1 {"a":2}', '1 {"a":3}']],
  "one object": ['{"a":"}{"}', ['1 {"a":"}{"}']],
  texts: ['"a line"\n{"a":1}', ['1 "a line"', '2 {"a":1}']],
  CloudTrail: ['{"Records":[{"a":1},{"a":2}]}', ['1 {"a":1}', '1 {"a":2}']],
  "a field that is called Records": [
    '{"Records":[{"a":1}],"b":2}',
    ['1 {"Records":[{"a":1}],"b":2}'],
  ],
  "an answer of Elasticsearch": ['{"took":1,"hits":{"hits":[{"a":1}]}}', ['1 {"a":1}']],
  "event logs as XML": ['{"Events":{"Event":[{"a":1},{"a":2}]}}', ['1 {"a":1}', '1 {"a":2}']],
  "record separators": ['\u001e{"a":1}\n\u001e{"a":2}\n', ['1 {"a":1}', '2 {"a":2}']],
  "Russian and Chinese": ['{"а":"привет"}\n{"命":"令"}', ['1 {"а":"привет"}', '2 {"命":"令"}']],
  "brackets at the start of lines": [
    '{\n"a":\n{\n"b": 1\n}\n}\n{"c":1}',
    ['1 {"a":{"b":1}}', '7 {"c":1}'],
  ],
  nothing: [" \n ", []],
  "a broken line": ['{"a":1}\n{"a":2,,}\n{"a":3}', ['1 {"a":1}', "2 !", '3 {"a":3}']],
  "a line that breaks off": [
    '{"a":1}\n{"a":2\n{"a":3}\n{"a":4}',
    ['1 {"a":1}', "2 !", '3 {"a":3}', '4 {"a":4}'],
  ],
  "one that breaks off after a colon": [
    '{"a":\n{"a":3}\n{"a":4}',
    ["1 !", '2 {"a":3}', '3 {"a":4}'],
  ],
  "a text that is not closed": ['{"a":"x}\n{"a":3}\n{"a":4}', ["1 !", '2 {"a":3}', '3 {"a":4}']],
  "two that break off": [
    '{"a":\n{"a":\n{"a":4}\n{"a":5}',
    ["1 !", "2 !", '3 {"a":4}', '4 {"a":5}'],
  ],
  "a bracket too many": ['{"a":1}}\n{"a":3}', ['1 {"a":1}', "1 !", '2 {"a":3}']],
  "a wrong bracket": ['{"a":[1}\n{"a":3}', ["1 !", '2 {"a":3}']],
  "a broken element": ['[{"a":1},{"a":,},{"a":3}]', ['1 {"a":1}', "1 !", '1 {"a":3}']],
  "a broken object over lines": ['{\n  "a": "x\n}\n{\n  "a": 3\n}\n', ["1 !", '4 {"a":3}']],
  "a broken element over lines": [
    '[\n  {\n    "a": "x\n  },\n  {\n    "a": 2\n  }\n]',
    ["2 !", '5 {"a":2}'],
  ],
  "what is no object": ['[1, null, ["x"], {"a":1}]', ["1 !", "1 !", "1 !", '1 {"a":1}']],
  "lines of text": ['hello\n{"a":1}\nworld', ["1 !", '2 {"a":1}', "3 !"]],
  "an object that never ends": ['{"a":1}\n{"b":[', ['1 {"a":1}', "2 !"]],
};

describe("reading events", () => {
  it.each(Object.entries(CASES))("takes %s", (_name, [text, events]) => {
    expect(short(readEventText(text))).toEqual(events);
  });

  it.each(Object.entries(CASES))(
    "takes %s in chunks of any size",
    async (_name, [text, events]) => {
      for (const size of [1, 2, 3, 7, 64]) expect(await read(utf8(text), size)).toEqual(events);
    },
  );

  it("takes UTF-8 and UTF-16 with a mark and without", async () => {
    const text = '{"а":"привет 😀"}\n{"命":"令"}';
    const events = ['1 {"а":"привет 😀"}', '2 {"命":"令"}'];
    for (const size of [1, 3, 1_000]) {
      expect(await read(utf8(`\ufeff${text}`), size)).toEqual(events);
      for (const isLittle of [true, false]) {
        for (const hasMark of [true, false]) {
          expect(await read(utf16(text, isLittle, hasMark), size)).toEqual(events);
        }
      }
    }
  });

  it("counts places over errors and files of records", () => {
    const events = [...readEventText('{"a":1}\n{"Records":[{"b":1},{"b":2}]}\n{\n{"a":2}')];
    expect(events.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4]);
  });

  it("does not take the square of the length of a long event in small chunks", async () => {
    const bytes = utf8(`{"a":"${"x".repeat(4_000_000)}"}`);
    const begun = processorMs();
    expect(await read(bytes, 1_000)).toHaveLength(1);
    expect(processorMs() - begun).toBeLessThan(5_000);
  });

  it.each([
    ["[".repeat(1_000_000), 1],
    ['{"a":'.repeat(300_000), 1],
    [`{"a":[${"[],".repeat(600_000)}1]}`, 1],
    ["{}".repeat(100_000), 100_000],
    ['"'.repeat(100_000), 50_000],
    ["{\n".repeat(20_000), 20_000],
  ])("comes to an end with %#", (text, count) => {
    expect([...readEventText(text)]).toHaveLength(count);
  });
});
