import { Menu } from "@base-ui/react/menu";
import type { OutlineBlock, Span } from "../../../api/session.ts";
import controls from "../../../parts/controls.module.css";
import styles from "./report-pane.module.css";

interface Props {
  text: string;
  headings: readonly OutlineBlock[];
  onShow: (span: Span) => void;
}

const MAX_CHARS = 90;

/** The menu of headings, which opens as soon as it is loaded. */
export function OpenedHeadings({ text, headings, onShow }: Props) {
  const highest = Math.min(...headings.map(({ level = 1 }) => level));
  return (
    <Menu.Root defaultOpen>
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
