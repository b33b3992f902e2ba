import { Problem } from "../api/problem.ts";
import controls from "./controls.module.css";

interface Props {
  /** Why it was not sent; null if it was, or if there was no attempt. */
  error: unknown;
  isPending: boolean;
  onSend: () => void;
}

/** Asks for confirmation to send something marked TLP:RED, after the service refused to send it. */
export function SendRed({ error, isPending, onSend }: Props) {
  if (!(error instanceof Problem && error.code === "marked_red")) return null;
  return (
    <button type="button" className={controls.button} disabled={isPending} onClick={onSend}>
      Send despite TLP:RED
    </button>
  );
}
