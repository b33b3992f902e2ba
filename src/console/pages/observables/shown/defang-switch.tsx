import controls from "../../../parts/controls.module.css";
import { switchDefanged, useDefanged } from "./use-defanged.ts";

/** Shows values defanged or unchanged, on all pages of this tab. */
export function DefangSwitch() {
  return (
    <button
      type="button"
      className={controls.button}
      aria-pressed={useDefanged()}
      onClick={switchDefanged}
    >
      Defanged
    </button>
  );
}
