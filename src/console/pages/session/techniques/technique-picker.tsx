import { Combobox } from "@base-ui/react/combobox";
import { useQuery } from "@tanstack/react-query";
import type { Schema } from "../../../api/client.ts";
import { techniquesQuery } from "../../../api/attack.ts";
import type { Analysis } from "../../../api/session.ts";
import controls from "../../../parts/controls.module.css";
import styles from "./technique-picker.module.css";

type Listed = Schema<"TechniqueListItem">;

interface Props {
  analysis: Analysis;
  label: string;
  /** Whether typing begins here. */
  isFirst?: boolean;
  onPick: (technique: Listed) => void;
  onClose: () => void;
}

const MAX_SHOWN = 30;

/** Finds a technique of the session's release by id or name. */
export function TechniquePicker({ analysis, label, isFirst = true, onPick, onClose }: Props) {
  const known = useQuery(techniquesQuery(analysis));
  return (
    <div
      ref={(element) => element?.scrollIntoView({ block: "nearest" })}
      className={styles.picker}
      onKeyDown={(event) => {
        if (event.key === "Escape") onClose();
      }}
    >
      <Combobox.Root<Listed>
        inline
        open
        autoHighlight
        items={known.data ?? []}
        limit={MAX_SHOWN}
        itemToStringLabel={labelOf}
        filter={matches}
        onValueChange={(technique) => {
          if (technique !== null) onPick(technique);
        }}
      >
        <span className={styles.line}>
          <Combobox.Input
            autoFocus={isFirst}
            className={controls.field}
            aria-label={label}
            placeholder={`${label}: id or name`}
          />
          <button type="button" className={controls.button} onClick={onClose}>
            Cancel
          </button>
        </span>
        <Combobox.Empty className={styles.empty}>
          {known.isPending ? "The techniques are read" : "No technique has these words."}
        </Combobox.Empty>
        <Combobox.List className={styles.list}>
          {(technique: Listed) => (
            <Combobox.Item key={technique.attack_id} value={technique} className={styles.item}>
              <span className={styles.id}>{technique.attack_id}</span> {technique.name}
            </Combobox.Item>
          )}
        </Combobox.List>
      </Combobox.Root>
    </div>
  );
}

function labelOf({ attack_id: id, name }: Listed): string {
  return `${id} ${name}`;
}

function matches(technique: Listed, query: string): boolean {
  const label = labelOf(technique).toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/u)
    .every((word) => label.includes(word));
}
