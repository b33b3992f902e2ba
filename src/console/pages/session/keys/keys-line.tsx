import controls from "../../../parts/controls.module.css";
import { useKeyHelp } from "../../../parts/key-help/key-help.ts";
import styles from "./keys-line.module.css";

const READING = [
  ["j k", "next, previous"],
  ["[ ]", "passage"],
  ["/", "filter"],
] as const;
const REVIEWING = [
  ["a", "accept"],
  ["r", "reject"],
  ["e", "needs evidence"],
  ["u", "undo"],
  ["c", "note"],
  ["t", "other technique"],
  ["s", "select in the text"],
  ["n", "add from the selected text"],
] as const;
const SELECTING = [
  ["← →", "in the text: the word before, the next"],
  ["Ctrl ↑ ↓", "in the text: the line before, the next"],
  ["Shift ← → ↑ ↓", "in the text: select more or less"],
] as const;
const READING_HELP = { title: "Session", keys: READING };
const HELP = { title: "Session", keys: [...READING, ...REVIEWING, ...SELECTING] };

/** The keys of the page, and what was done last. */
export function KeysLine({ mayChange, said }: { mayChange: boolean; said: string }) {
  useKeyHelp(mayChange ? HELP : READING_HELP);
  const keys = mayChange ? [...READING, ...REVIEWING] : READING;
  return (
    <footer className={styles.line}>
      <ul className={styles.keys} aria-label="Keys">
        {keys.map(([key, what]) => (
          <li key={key}>
            {key.split(" ").map((one) => (
              <kbd key={one} className={controls.key}>
                {one}
              </kbd>
            ))}{" "}
            {what}
          </li>
        ))}
      </ul>
      <span role="status">{said}</span>
    </footer>
  );
}
