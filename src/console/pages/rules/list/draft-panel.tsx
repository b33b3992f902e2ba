import { Combobox } from "@base-ui/react/combobox";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { techniquesQuery } from "../../../api/attack.ts";
import type { Schema } from "../../../api/client.ts";
import { AttackLink } from "../../../parts/attack-link.tsx";
import controls from "../../../parts/controls.module.css";
import { DraftRule } from "../../../parts/draft-rule/draft-rule.tsx";
import styles from "../rules.module.css";

type Listed = Schema<"TechniqueListItem">;

const MAX_SHOWN = 8;
const RELEASE = {};

/** Creates a rule for a technique chosen here. */
export function DraftPanel({ onClose }: { onClose: () => void }) {
  const [technique, setTechnique] = useState<Listed | null>(null);
  return (
    <section aria-label="Draft a rule" className={styles.panel}>
      <p className={styles.quiet}>
        Choose a technique. The draft has the log source and the fields that ATT&amp;CK names for
        it, with a placeholder for the behavior that you fill in.
      </p>
      {technique === null ? (
        <TechniqueField onPick={setTechnique} />
      ) : (
        <p className={styles.line}>
          <AttackLink id={technique.attack_id} name={technique.name} />
          <button type="button" className={controls.plain} onClick={() => setTechnique(null)}>
            Choose another
          </button>
        </p>
      )}
      <div className={styles.line}>
        <DraftRule technique={technique} release={RELEASE} />
        <button type="button" className={controls.button} onClick={onClose}>
          Cancel
        </button>
      </div>
    </section>
  );
}

function TechniqueField({ onPick }: { onPick: (technique: Listed) => void }) {
  const known = useQuery(techniquesQuery(RELEASE));
  const [typed, setTyped] = useState("");
  return (
    <Combobox.Root<Listed>
      inline
      open
      autoHighlight
      items={known.data ?? []}
      limit={MAX_SHOWN}
      itemToStringLabel={labelOf}
      filter={matches}
      onInputValueChange={setTyped}
      onValueChange={(technique) => {
        if (technique !== null) onPick(technique);
      }}
    >
      <Combobox.Input
        autoFocus
        className={`${controls.field} ${styles.start}`}
        aria-label="Technique"
        placeholder="T1059.001 or PowerShell"
        size={36}
      />
      {typed.trim() === "" ? null : (
        <>
          <Combobox.Empty className={styles.quiet}>
            {known.isPending ? "Reading the techniques" : "No technique matches."}
          </Combobox.Empty>
          <Combobox.List className={styles.found}>
            {(technique: Listed) => (
              <Combobox.Item
                key={technique.attack_id}
                value={technique}
                className={styles.foundItem}
              >
                <span className={styles.quiet}>{technique.attack_id}</span> {technique.name}
              </Combobox.Item>
            )}
          </Combobox.List>
        </>
      )}
    </Combobox.Root>
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
