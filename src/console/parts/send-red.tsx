import { Problem } from "../api/problem.ts";
import controls from "./controls.module.css";

interface Props {
  /** What came of sending it; null where it was sent, or nobody tried. */
  error: unknown;
  isPending: boolean;
  onSend: () => void;
}

/** Asks whether something may leave although it is TLP:RED, after the service has refused to send it. */
export function SendRed({ error, isPending, onSend }: Props) {
  if (!(error instanceof Problem && error.code === "marked_red")) return null;
  return (
    <button type="button" className={controls.button} disabled={isPending} onClick={onSend}>
      Send it although it is TLP:RED
    </button>
  );
}
