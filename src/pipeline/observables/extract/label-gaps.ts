/** The position of a labeled value. Nothing else is searched for in it. */
export interface Span {
  from: number;
  to: number;
}

/** Text between a label and its value. */
const BETWEEN =
  /["'”»）)]{0,2}\s{0,2}(?:(?:named|called|name|set to|to|equal to|header|field|with the (?:names?|values?)|of|was|is|are|value|string|such as|including|like|identified as|с именем|名为|为|は)\s?){0,3}\s{0,2}(?:=>|[:=：]|\||[,;](?=\S)|,[ ](?=["“„«`]))?[ \t]{0,3}\[?/iuy;
const QUOTED =
  /(?:\\?"([^"\n]{2,300}?)\\?"|'([^'\n]{2,300})'|`([^`\n]{2,300})`|[“„]([^”“\n]{2,300})[”“]|«([^»\n]{2,300})»|「([^」\n]{2,300})」)/y;
export interface Gap {
  at: number;
  /** Whether a colon or similar sign marks the following text as the value. */
  isSigned: boolean;
  text: string;
}

/** Returns the text between the end of a label and its value. */
export function gapAfter(text: string, at: number): Gap {
  BETWEEN.lastIndex = at;
  const gap = BETWEEN.exec(text)?.[0] ?? "";
  return {
    at: at + gap.length,
    isSigned: /[:=：|\t]|[,;]$|named|called|name|именем|名为/.test(gap),
    text: gap,
  };
}

/** Fields that contain the value if the label is itself a value: `"type": "mutex", "value": "a"`. */
const VALUE_FIELD = /^(?:value|name|indicator|object|data|string|ioc)$/i;

/** Returns the quoted text that opens at an index. If it is a field name, returns the field's value. */
export function quotedAt(text: string, at: number): Span | null {
  const quoted = stringAt(text, at);
  if (quoted === null) return null;
  const [gap] = /^\\?["']\s{0,2}:\s{0,2}/.exec(text.slice(quoted.to, quoted.to + 8)) ?? [];
  if (gap === undefined) return quoted;
  const isMeant = VALUE_FIELD.test(text.slice(quoted.from, quoted.to));
  return isMeant ? stringAt(text, quoted.to + gap.length) : null;
}

function stringAt(text: string, at: number): Span | null {
  QUOTED.lastIndex = at;
  const found = QUOTED.exec(text);
  if (found === null) return null;
  const value = found.slice(1).find((group) => group !== undefined) ?? "";
  const from = text.indexOf(value, at + 1);
  return { from, to: from + value.length };
}

const CELL = /(?:^|[\n\t|])[ ]{0,2}([^\n\t|]{3,200}?)[ ]{0,2}[\t|][ ]{0,2}$/u;

/** Returns the cell before a label that fills its own cell, where the value precedes its type. */
export function cellBefore(text: string, label: number, end: number): Span | null {
  if (!/^[ ]{0,2}(?:[\n\r\t|]|$)/.test(text.slice(end, end + 3))) return null;
  const from = Math.max(0, label - 206);
  const found = CELL.exec(text.slice(from, label));
  const [whole = "", value = ""] = found ?? [];
  if (found === null || value === "") return null;
  const start = from + found.index + whole.indexOf(value);
  return { from: start, to: start + value.length };
}

/** Only blanks, or a few words and a colon, follow a heading: "Mutexes created:". */
const HEADING_END = /^(?:[\s:：]{0,4}|(?: [\p{L}]+){1,6}\s?[:：]\s?)\r?\n/u;

/** Returns where the line of a label ends if it is the heading of a list, or -1 otherwise. */
export function headingEnd(text: string, at: number): number {
  const found = HEADING_END.exec(text.slice(at, at + 60))?.[0];
  if (found === undefined) return -1;
  // An empty line may follow it.
  const next =
    /^[ \t]{0,4}\r?\n/.exec(text.slice(at + found.length, at + found.length + 6))?.[0] ?? "";
  return at + found.length + next.length - 1;
}
