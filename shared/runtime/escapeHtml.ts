const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text as it has to be written between tags and in quoted attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

/** The text that was escaped. */
export const unescapeHtml = (escaped: string): string =>
  Object.entries(ENTITIES).reduceRight((plain, [character, entity]) => plain.replaceAll(entity, character), escaped);
