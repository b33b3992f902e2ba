import { Menu } from "@base-ui/react/menu";
import { useMemo } from "react";
import type { Outline, OutlineBlock, Span } from "../../../api/session.ts";
import controls from "../../../parts/controls.module.css";
import styles from "./report-pane.module.css";

interface Props {
  text: string;
  outline: Outline | null;
  onShow: (span: Span) => void;
}

const MAX_CHARS = 90;
/** A table of more entries helps nobody. */
const MAX_HEADINGS = 300;

/** The headings of the report; each leads to its place. */
export function HeadingMenu({ text, outline, onShow }: Props) {
  const headings = useMemo(() => headingsOf(outline), [outline]);
  if (headings.length === 0) return null;
  const highest = Math.min(...headings.map(({ level = 1 }) => level));
  return (
    <Menu.Root>
      <Menu.Trigger className={controls.button}>Outline</Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={4} align="start" className={styles.menu}>
          <Menu.Popup className={styles.headings} aria-label="Headings of the report">
            {headings.map(({ start, end, level = 1, page }) => (
              <Menu.Item
                key={start}
                className={styles.heading}
                style={{ paddingInlineStart: `${8 + Math.min(level - highest, 5) * 14}px` }}
                onClick={() => onShow({ start, end })}
              >
                <span>{text.slice(start, Math.min(end, start + MAX_CHARS))}</span>
                {page === undefined ? null : <span className={styles.page}>{page}</span>}
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

function headingsOf(outline: Outline | null): OutlineBlock[] {
  const all = outline?.blocks.filter(({ kind }) => kind === "heading") ?? [];
  return all.slice(0, MAX_HEADINGS);
}
