import type { Part, Piece } from "./lay-out.ts";
import styles from "./report-text.module.css";

/** Cells such as ids and dates do not wrap. */
const SHORT = 16;
const HEADINGS = ["h2", "h3", "h4", "h5", "h6"] as const;

/** A part of the report as the matching element. Each element with `data-start` contains one text node. */
export function ReportPart({ part }: { part: Part }) {
  switch (part.kind) {
    case "heading":
      return <Heading {...part} />;
    case "paragraph":
      return (
        <p
          data-start={part.piece.start}
          className={part.keepsLines ? styles.lines : styles.paragraph}
        >
          {part.piece.text}
        </p>
      );
    case "list":
      return <List {...part} />;
    case "table":
      return <Table {...part} />;
    case "furniture":
      return <Furniture {...part} />;
    case "code":
      return (
        <pre data-start={part.piece.start} className={styles.code}>
          {part.piece.text}
        </pre>
      );
    default:
      return <div data-start={part.piece.start}>{part.piece.text}</div>;
  }
}

type Of<K extends Part["kind"]> = Extract<Part, { kind: K }>;

/** Below the headings of the page itself. */
function Heading({ level, marker, piece }: Of<"heading">) {
  const Element = HEADINGS[Math.min(level, HEADINGS.length) - 1] ?? "h2";
  return (
    <Element className={styles.heading} data-level={level}>
      {marker === null ? null : <Words piece={marker} className={styles.marker} />}
      <Words piece={piece} />
    </Element>
  );
}

function Furniture({ lines, pieces }: Of<"furniture">) {
  return (
    <details className={styles.furniture}>
      <summary>
        Page furniture, {lines} {lines === 1 ? "line" : "lines"}
      </summary>
      {pieces.map((piece) => (
        <p key={piece.start} data-start={piece.start} className={styles.lines}>
          {piece.text}
        </p>
      ))}
    </details>
  );
}

function List({ items }: Of<"list">) {
  return (
    <ul className={styles.list}>
      {items.map(({ start, text, level, isMarked }) => (
        <li
          key={start}
          data-start={start}
          aria-level={level}
          className={isMarked ? styles.marked : styles.item}
          style={{ marginInlineStart: `${Math.min(level, 8) * 1.25}em` }}
        >
          {text}
        </li>
      ))}
    </ul>
  );
}

function Table({ rows }: Of<"table">) {
  const columns = Math.max(...rows.map(({ cells }) => cells.length));
  return (
    <div className={styles.wide}>
      <table className={styles.table}>
        <tbody>
          {rows.map(({ start, cells }) => (
            <tr key={start}>
              {cells.map((cell, column) => (
                <td
                  key={`${column} ${cell.start}`}
                  className={cell.text.length > SHORT ? undefined : styles.short}
                  colSpan={column + 1 === cells.length ? columns - column : 1}
                >
                  {cell.text === "" ? null : <Words piece={cell} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Words({ piece, className }: { piece: Piece; className?: string | undefined }) {
  return (
    <span data-start={piece.start} className={className}>
      {piece.text}
    </span>
  );
}
