import type { HeadingWords } from "./section-kind.ts";

/**
 * Headings of sections that repeat parts of a report in short or in another order: summaries, conclusions,
 * appendices. The words are at the beginning or end of a heading, whatever kind of section it opens.
 */
export const WORDS_OF_DIGESTS: HeadingWords = {
  turn: {
    en: `summary, overview, abstract, introduction, key findings, key points, key takeaways, takeaways,
      key judgments, key judgements, highlights, at a glance, in brief, bottom line, tl dr, tldr, conclusion*, closing
      thoughts, final thoughts, outlook, appendix, annex`,
    de: `zusammenfassung, einleitung, überblick, kernpunkte, fazit, schlussfolgerung*, ausblick, anhang, anlage`,
    fr: `résumé, synthèse, introduction, points clés, en bref, conclusion*, annexe*`,
    es: `resumen, introducción, hallazgos clave, puntos clave, conclusión, conclusiones, anexo*`,
    pt: `resumo, introdução, principais conclusões, pontos principais, conclusão, conclusões, anexo*`,
    it: `riepilogo, sintesi, introduzione, punti chiave, conclusione, conclusioni, allegato, allegati`,
    ru: `резюме, введение, обзор, краткое содержание, основные выводы, выводы, заключение, приложение`,
    zh: `摘要, 概述, 前言, 总结, 總結, 结论, 結論, 附录, 附錄`,
    ja: `概要, 要約, はじめに, まとめ, おわりに, 結論, 付録`,
  },
};
