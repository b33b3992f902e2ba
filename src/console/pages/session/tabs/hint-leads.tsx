import type { Schema } from "../../../api/client.ts";
import controls from "../../../parts/controls.module.css";
import { AttackLink } from "../../../parts/attack-link.tsx";
import { TechniqueLabel } from "../../../parts/technique-label/technique-label.tsx";
import type { Choice } from "../use-choice.ts";
import styles from "./findings.module.css";

type Lead = Schema<"SoftwareHint">["techniques"][number] | Schema<"CveHint">["techniques"][number];

const TYPES = {
  exploitation_technique: "how it is exploited",
  primary_impact: "what that gives",
  secondary_impact: "what may follow",
} as const;

/** The techniques that a mentioned object suggests. Those of the session can be chosen. */
export function HintLeads({ leads, choice }: { leads: readonly Lead[]; choice: Choice }) {
  if (leads.length === 0) return null;
  const found = leads.filter((lead) => lead.found).length;
  return (
    <details className={styles.leads}>
      <summary>
        {found} of its {leads.length} techniques found
      </summary>
      <p className={styles.quiet}>Leads, not findings.</p>
      <ul className={styles.rows}>
        {leads.map((lead) => (
          <li key={lead.attack_id} className={styles.line}>
            {lead.found ? (
              <button
                type="button"
                className={controls.plain}
                onClick={() => choice.choose(lead.attack_id)}
              >
                <TechniqueLabel id={lead.attack_id} name={lead.name} />
              </button>
            ) : (
              <AttackLink id={lead.attack_id} name={lead.name} />
            )}
            <span className={styles.quiet}>{saidOf(lead)}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

function saidOf(lead: Lead): string {
  const types = "mapping_types" in lead ? lead.mapping_types.map((type) => TYPES[type]) : [];
  return [...types, lead.found ? "found" : "not found"].join(", ");
}
