import { EXAMPLE_ID } from "./example-values.ts";
import { type Notes, notesUnder } from "./notes.ts";

const TITLE = "PowerShell downloads in phishing emails";

/** Fields of rule metadata and of rule imports. */
export const RULE_IMPORT_NOTES: Notes = {
  ...notesUnder(["header"], {
    id: ["Id that the rule gives itself; null if it has none.", EXAMPLE_ID],
    level: ["How grave a match is; null if the rule does not say.", "high"],
    author: ["Who wrote the rule.", "Ada Example"],
    license: ["License of the rule.", "DRL-1.1"],
    description: ["What the rule detects.", "Detects downloads by PowerShell."],
    date: ["Date at which the rule was written.", "2026-11-23"],
    references: ["Links to what the rule stands on.", ["https://example.org/report"]],
    logsource: ["Where the events come from; null if the rule does not say."],
  }),
  ...notesUnder(["logsource"], {
    category: ["Kind of the events.", "process_creation"],
    product: ["System that the events come from.", "windows"],
    service: ["Log of the system.", "security"],
  }),
  ...notesUnder(["RuleReceipt", "rule", "RuleImport.receipts"], {
    title: ["Title of the rule; null if it could not be read.", TITLE],
    techniques: ["Techniques of the rule, as the releases have them.", ["T1059.001"]],
  }),
  "NearDuplicate.known_as": ["Id that the other rule gives itself; null if none.", EXAMPLE_ID],
  "NearDuplicate.title": ["Title of the other rule.", TITLE],
  "RuleImport.dry_run": ["Whether nothing was stored.", false],
  "RuleImport.counts": ["Number of files and documents by what became of them."],
  ...notesUnder(["RuleImport.counts"], {
    created: ["Number of rules that are new.", 12],
    updated: ["Number of rules that have a new version.", 3],
    unchanged: ["Number of rules that are stored already.", 3000],
    duplicate: ["Number of rules whose id another file of the import has.", 0],
    failed: ["Number of files that could not be read.", 1],
  }),
  "import.files": ["Rules, and archives of rules.", ["rule.yml"]],
};
