const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes text for HTML content and quoted attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

export const unescapeHtml = (escaped: string): string =>
  Object.entries(ENTITIES).reduceRight((plain, [character, entity]) => plain.replaceAll(entity, character), escaped);
