import { useEffect, useRef } from 'preact/hooks';

/** Calls back when people return to this tab. */
export function useReturn(onReturn: () => void): void {
  const latest = useRef(onReturn);
  latest.current = onReturn;
  useEffect(() => {
    const look = () => document.visibilityState === 'visible' && latest.current();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
}
