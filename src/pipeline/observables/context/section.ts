import { CAPTION, WEAK, type Heading } from "./headings.ts";
import type { SectionMeaning } from "./meanings.ts";

/** What the section that goes on is about, from one heading to the next. */
export class Section {
  #meaning: SectionMeaning | null = null;
  #level = WEAK;
  /** What goes on behind a part that is about something else. */
  #resumed: SectionMeaning | null = null;
  #caption: SectionMeaning | null = null;

  /** @param title what the title of the whole text says; one of indicators is the first heading */
  constructor(title: SectionMeaning | null) {
    if (title === "indicators") this.#meaning = title;
  }

  /** Null where no heading says so. */
  get meaning(): SectionMeaning | null {
    return this.#caption ?? this.#meaning;
  }

  /** A heading begins another section, or a part of this one. */
  enter({ level, meaning }: Heading): void {
    this.#caption = null;
    if (level === CAPTION) {
      this.#caption = meaning;
    } else if (meaning !== null) {
      // Services and tools may stand among the indicators; what follows them are indicators again.
      const isWithin = level === WEAK && this.#meaning === "indicators";
      const isPart = meaning === "services" || meaning === "tools";
      this.#resumed = isWithin && isPart ? "indicators" : null;
      this.#meaning = meaning;
      this.#level = level;
    } else if (!this.#goesOn(level)) {
      this.#meaning = level === WEAK ? this.#resumed : null;
      this.#resumed = null;
      this.#level = level;
    }
  }

  /** Whether an unknown heading of this level may stand inside the section. */
  #goesOn(level: number): boolean {
    if (level < WEAK) return level > this.#level;
    return this.#level < WEAK || this.#meaning === "indicators" || this.#meaning === "references";
  }
}
