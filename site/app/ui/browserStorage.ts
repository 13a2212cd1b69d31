/** A storage of the browser. Values that the browser rejects, or has no space for, last as long as the page. */
function withCopy(name: 'localStorage' | 'sessionStorage') {
  const copy = new Map<string, string>();
  const ask = <T>(act: (storage: Storage) => T): T | undefined => {
    try {
      return act(globalThis[name]);
    } catch {
      return undefined;
    }
  };
  return {
    getItem: (key: string): string | null => copy.get(key) ?? ask((storage) => storage.getItem(key)) ?? null,
    setItem(key: string, text: string): void {
      const isStored = ask((storage) => {
        storage.setItem(key, text);
        return true;
      });
      // Another tab may change what is stored.
      if (isStored) copy.delete(key);
      else copy.set(key, text);
    },
    removeItem(key: string): void {
      copy.delete(key);
      ask((storage) => storage.removeItem(key));
    },
    clear(): void {
      copy.clear();
      ask((storage) => storage.clear());
    },
  };
}

export const deviceStorage = withCopy('localStorage');
export const tabStorage = withCopy('sessionStorage');
