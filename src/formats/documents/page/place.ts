/** Where text stands in a page, by the elements around it; shared by all elements that change nothing. */
export interface Place {
  /** `plain`: in a text without elements, which says nothing. */
  readonly kind: "plain" | "paragraph" | "heading" | "item" | "code" | "cell";
  /** Of a heading 1 to 6, of an item how deep it is nested, from 1. */
  level: number;
  /** Lists around it. */
  readonly lists: number;
  readonly table: Table | null;
  readonly row: Row | null;
  /** Of a cell, from 0; -1 outside of cells. */
  readonly column: number;
  hasText: boolean;
}

interface Table {
  /** Tables that set out a page have none. */
  hasHeads: boolean;
  /** For each column, how many more rows a cell of an earlier row reaches into. */
  readonly taken: number[];
}

export interface Row {
  readonly table: Table;
  columns: number;
  /** Its own, and those that reach into it; without what `colspan` adds. */
  cells: number;
  /** Holds headings, lists, code or tables. */
  isLayout: boolean;
}

/** Beyond so many columns, cells take one each: an attribute of few bytes must not add a thousand cells. */
const MAX_SPANNED = 20;

const ROOT: Place = {
  kind: "paragraph",
  level: 0,
  lists: 0,
  table: null,
  row: null,
  column: -1,
  hasText: false,
};

/** The place of text outside all elements. */
export const newRoot = (kind: Place["kind"] = "paragraph"): Place => ({ ...ROOT, kind });

/** The place of text in an element that stands at `at`. */
export function enter(at: Place, name: string): Place {
  // Preformatted text stays so, whatever is in it.
  if (at.kind === "code") return at;
  if (/^h[1-6]$/.test(name)) return apart(at, { kind: "heading", level: Number(name[1]) });
  switch (name) {
    case "pre":
      return apart(at, { kind: "code" });
    case "ul":
    case "ol":
      return apart(at, { lists: at.lists + 1 });
    case "li":
      return apart(at, { kind: "item", level: Math.max(1, at.lists) });
    case "table":
      return apart(at, { table: { hasHeads: false, taken: [] } });
    case "thead":
      if (at.table !== null) at.table.hasHeads = true;
      return at;
    case "tr":
      return apart(at, { row: beginRow(at.table) });
    case "td":
    case "th":
      return at.row === null ? at : enterCell(at, at.row, name === "th");
    case "article":
    case "p":
    case "section":
      // A heading that is never closed, or by the wrong tag, ends here.
      return at.kind === "heading" && at.hasText ? apart(at, {}) : at;
    default:
      return at;
  }
}

/** The place `at` of an element that stands at `around`, after one more of its attributes. */
export function withAttribute(at: Place, around: Place, name: string, value: string): Place {
  const isOwn = at !== around;
  if (at.kind === "code") return at;
  if (at.kind === "cell" && isOwn) spanCell(at, name, Number(value));
  if (name === "role" && /^heading$/i.test(value)) {
    // Its level may come first.
    return apart(at, { kind: "heading", level: at.kind === "paragraph" ? at.level || 2 : 2 });
  }
  if (name === "aria-level" && /^[1-6]$/.test(value)) {
    if (!isOwn) return apart(at, { level: Number(value) });
    if (at.kind === "heading") at.level = Number(value);
  }
  const isTitle = name === "class" && /^MsoTitle\b/.test(value);
  if (isTitle) return apart(at, { kind: "heading", level: 1 });
  return name === "style" && at.kind !== "heading" ? withWordLevel(at, value.slice(0, 500)) : at;
}

function withWordLevel(at: Place, style: string): Place {
  const outline = /mso-outline-level\s*:\s*([1-6])/i.exec(style)?.[1];
  if (outline !== undefined) return apart(at, { kind: "heading", level: Number(outline) });
  const item = /mso-list\s*:\s*\S{1,20} level([1-9])/i.exec(style)?.[1];
  return item === undefined ? at : apart(at, { kind: "item", level: Number(item) });
}

/** A new place. A row with one sets out the page, and in an item it comes in the place of the first text. */
function apart(at: Place, change: Partial<Place>): Place {
  if (at.row !== null) at.row.isLayout = true;
  if (at.kind === "item") at.hasText = true;
  return { ...ROOT, lists: at.lists, table: at.table, ...change };
}

function beginRow(table: Table | null): Row {
  const row = { table: table ?? { hasHeads: false, taken: [] }, columns: 0, cells: 0 };
  return { ...row, isLayout: false };
}

function enterCell(at: Place, row: Row, isHead: boolean): Place {
  if (isHead) row.table.hasHeads = true;
  skipTaken(row);
  const place: Place = { ...at, kind: "cell", row, column: row.columns, hasText: false };
  row.columns += 1;
  row.cells += 1;
  return place;
}

/** The row ends: columns that reach into it from above may stand at its end. */
export function leaveRow({ row }: Place): void {
  if (row !== null) skipTaken(row);
}

function skipTaken(row: Row): void {
  const { taken } = row.table;
  for (let rows = taken[row.columns] ?? 0; rows > 0; rows = taken[row.columns] ?? 0) {
    taken[row.columns] = rows - 1;
    row.columns += 1;
    row.cells += 1;
  }
}

function spanCell({ row, column }: Place, name: string, count: number): void {
  if (row === null || !(count > 1)) return;
  if (name === "rowspan" && column < MAX_SPANNED) row.table.taken[column] = Math.floor(count) - 1;
  if (name !== "colspan") return;
  row.columns = Math.max(row.columns, Math.min(MAX_SPANNED, row.columns + Math.floor(count) - 1));
}
