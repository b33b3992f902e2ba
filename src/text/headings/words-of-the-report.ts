import type { HeadingWords } from "./section-kind.ts";

/**
 * Headings of activity or findings, which end any other section. `turn` and `subject` are headings of activity or of
 * advice against it. See `HeadingWords` for the signs.
 */
export const WORDS_OF_THE_REPORT: HeadingWords = {
  body: {
    en: `technical details, technical analysis, malware analysis, incident analysis, campaign analysis,
      threat analysis, appendix, att ck, ttps, attack chain, infection chain, kill chain, attack flow,
      attack lifecycle, attack overview, timeline, attribution, threat actor activity, threat actors activity,
      references to, in depth analysis, detailed analysis`,
    de: `technische analyse, =analyse, technische details, anhang, sachverhalt, infektionskette, angriffskette`,
    fr: `analyse technique, =analyse, détails techniques, annexe, chaîne d infection, chaîne d attaque`,
    es: `análisis técnico, =análisis, detalles técnicos, anexo, cadena de infección, cadena de ataque`,
    pt: `análise técnica, =análise, detalhes técnicos, anexo, cadeia de infecção`,
    it: `analisi tecnica, =analisi, dettagli tecnici, allegato, catena di infezione`,
    ru: `технический анализ, технические детали, приложение, атрибуция, цепочка заражения, цепочка атаки`,
    zh: `技术分析, 样本分析, 攻击链, 感染链, 附录, 附錄, 攻击流程, 归因`,
    ja: `詳細分析, 技術分析, 付録, 攻撃の流れ, 感染の流れ, 感染チェーン`,
  },
  turn: {
    en: `overview, background, introduction, summary, key findings, key points, key takeaways, conclusion*,
      reconnaissance, resource development, initial access, initial compromise, initial infection, execution,
      persistence, privilege escalation, !defense evasion, !defence evasion, credential access, discovery,
      lateral movement, collection, exfiltration, impact, tactics, techniques, exploitation`,
    de: `=zusammenfassung, =einleitung, =überblick, =fazit, =bewertung, =hintergrund`,
    fr: `=résumé, =synthèse, =contexte`,
    es: `=resumen, =introducción, =antecedentes`,
    pt: `=resumo, =introdução, =conclusão, =conclusões, =contexto`,
    it: `=riepilogo, =introduzione, =contesto`,
    ru: `=введение, =заключение, =выводы, =резюме, =обзор`,
    zh: `=概述, =摘要, =总结, =结论, =背景`,
    ja: `=概要, =はじめに, =おわりに, =まとめ, =結論, =背景`,
  },
  subject: {
    en: `campaign, intrusion, incident, malware, backdoor, payload, loader, command and control, command control`,
  },
};
