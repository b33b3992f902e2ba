/** The position of text in a page by its surrounding elements. Shared by all elements that do not change it. */
export interface Place {
  /** `plain`: text without any elements, so without structure. */
  readonly kind: "plain" | "paragraph" | "heading" | "item" | "code" | "cell";
  /** The heading level from 1 to 6, or the nesting depth of an item from 1. */
  level: number;
  /** The number of surrounding lists. */
  readonly lists: number;
  readonly table: Table | null;
  readonly row: Row | null;
  /** The column of a cell from 0; -1 outside of cells. */
  readonly column: number;
  hasText: boolean;
}

interface Table {
  /** Layout tables have no headers. */
  hasHeads: boolean;
  /** For each column, how many more rows an earlier cell spans. */
  readonly taken: number[];
}

export interface Row {
  readonly table: Table;
  columns: number;
  /** The row's own cells and those that span into it, without the extra columns of `colspan`. */
  cells: number;
  /** Whether it contains headings, lists, code or tables. */
  isLayout: boolean;
}

/** Beyond this many columns, each cell takes one: a short attribute must not add a thousand cells. */
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

/** Returns the place of text outside all elements. */
export const newRoot = (kind: Place["kind"] = "paragraph"): Place => ({ ...ROOT, kind });

/** Returns the place of text in a child element of `at`. */
export function enter(at: Place, name: string): Place {
  // Everything inside preformatted text is preformatted.
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
      // A heading without an end tag, or with the wrong one, ends here.
      return at.kind === "heading" && at.hasText ? apart(at, {}) : at;
    default:
      return at;
  }
}

/** Returns the place `at` of an element within `around`, with one more of its attributes applied. */
export function withAttribute(at: Place, around: Place, name: string, value: string): Place {
  const isOwn = at !== around;
  if (at.kind === "code") return at;
  if (at.kind === "cell" && isOwn) spanCell(at, name, Number(value));
  if (name === "role" && /^heading$/i.test(value)) {
    // The attribute with the level may come first.
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

/** Returns a new place. Marks its row as layout. In an item, it replaces the place of the first text. */
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

/** Ends a row. Cells of earlier rows may span its last columns. */
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
