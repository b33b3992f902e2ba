import type { Chosen } from "./use-chosen.ts";

/** The checkbox above a list that selects all of its page, or none. */
export function ChooseAll({ chosen, count }: { chosen: Chosen; count: number }) {
  return (
    <input
      type="checkbox"
      aria-label="Choose all on this page"
      checked={count > 0 && chosen.ids.length === count}
      onChange={({ target }) => chosen.chooseAll(target.checked)}
    />
  );
}

interface Props {
  chosen: Chosen;
  id: string;
  /** The name of the row. */
  name: string;
}

/** The checkbox of a row. With Shift it selects all from the last selected one. */
export function ChooseRow({ chosen, id, name }: Props) {
  return (
    <input
      type="checkbox"
      aria-label={`Choose ${name}`}
      checked={chosen.has(id)}
      onChange={({ target, nativeEvent }) =>
        chosen.choose(id, target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
      }
    />
  );
}
