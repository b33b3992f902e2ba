import { Autocomplete } from "@base-ui/react/autocomplete";
import { Dialog } from "@base-ui/react/dialog";
import { useRouter } from "@tanstack/react-router";
import dialog from "../dialog.module.css";
import styles from "./palette.module.css";
import type { Entry } from "./rank-entries.ts";
import { type Section, useEntries } from "./use-entries.ts";

interface Props {
  isOpen: boolean;
  typed: string;
  onType: (typed: string) => void;
  onClose: () => void;
}

/** Opens any page, session, object of a release, CVE or known observable by its id, name or value. */
export default function Palette({ isOpen, onClose, ...text }: Props) {
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => (open ? undefined : onClose())}>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialog.backdrop} />
        <Dialog.Popup className={`${dialog.popup} ${styles.popup}`} aria-label="Go to">
          <Search {...text} onClose={onClose} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Search({ typed, onType, onClose }: Omit<Props, "isOpen">) {
  const router = useRouter();
  const { sections, isReading } = useEntries(typed);
  const go = (path: string) => {
    onClose();
    router.history.push(path);
  };
  return (
    <Autocomplete.Root<Section>
      open
      inline
      // Matches are selected and ordered here, by kind.
      mode="none"
      items={sections}
      value={typed}
      onValueChange={onType}
      itemToStringValue={(item: unknown) => (item as Entry).name}
      autoHighlight="always"
      keepHighlight
    >
      <Autocomplete.Input
        className={styles.input}
        aria-label="Page, report, technique, group, software, CVE or observable"
        placeholder="APT29, T1059, CVE-2021-26855, a value, a page"
      />
      <Dialog.Close className={styles.close}>Close</Dialog.Close>
      <div className={styles.area}>
        <Autocomplete.Empty className={styles.empty}>
          {isReading ? "Loading names" : "No match. Type an ID, a name, a value or a page."}
        </Autocomplete.Empty>
        <Autocomplete.List>
          {(section: Section) => (
            <Autocomplete.Group key={section.value} items={section.items}>
              <Autocomplete.GroupLabel className={styles.label}>
                {section.value}
              </Autocomplete.GroupLabel>
              <Autocomplete.Collection>
                {(entry: Entry) => (
                  <Autocomplete.Item
                    key={entry.key}
                    value={entry}
                    className={styles.item}
                    onClick={() => go(entry.path)}
                  >
                    <span className={styles.id}>{entry.id}</span>
                    <span className={styles.name}>{entry.name}</span>
                    <span className={styles.aliases}>{entry.aliases?.join(", ")}</span>
                  </Autocomplete.Item>
                )}
              </Autocomplete.Collection>
            </Autocomplete.Group>
          )}
        </Autocomplete.List>
      </div>
      <p className={styles.hint} aria-hidden="true">
        <kbd>↑</kbd> <kbd>↓</kbd> select <kbd>Enter</kbd> open <kbd>Esc</kbd> close
      </p>
    </Autocomplete.Root>
  );
}
