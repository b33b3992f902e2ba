import { Dialog } from "@base-ui/react/dialog";
import { useShownKeys } from "../../../parts/key-help/key-help.ts";
import dialog from "../dialog.module.css";
import styles from "./key-help-dialog.module.css";

const EVERYWHERE = {
  title: "Everywhere",
  keys: [
    ["Ctrl K or ⌘ K", "Go to a page, report, technique, group or observable"],
    ["?", "Show the keyboard shortcuts"],
    ["Tab", "Move to the next button, link or field"],
    ["Esc", "Close the dialog"],
  ],
} as const;

/** Lists the shortcut keys of the console and of the current page. */
export default function KeyHelpDialog({
  isOpen,
  onClose,
}: {
  isOpen: boolean;
  onClose: () => void;
}) {
  const shown = useShownKeys();
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => (open ? undefined : onClose())}>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialog.backdrop} />
        <Dialog.Popup className={`${dialog.popup} ${styles.popup}`}>
          <header className={styles.head}>
            <Dialog.Title className={styles.title}>Keyboard shortcuts</Dialog.Title>
            <Dialog.Close className={styles.close}>Close</Dialog.Close>
          </header>
          {[...shown, EVERYWHERE].map(({ title, keys }) => (
            <section key={title}>
              <h3 className={styles.part}>{title}</h3>
              <dl className={styles.keys}>
                {keys.map(([key, what]) => (
                  <div key={key} className={styles.row}>
                    <dt>
                      <kbd>{key}</kbd>
                    </dt>
                    <dd>{what}</dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
