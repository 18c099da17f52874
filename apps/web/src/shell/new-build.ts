import { useEffect } from 'react';
import { toast } from '../ui/toast.tsx';
import { texts } from './texts.ts';

const every = 5 * 60_000;

/** Offers a reload once the server serves another build than the one that runs here. */
export function useNewBuildCheck(): void {
  useEffect(() => {
    const check = async () => {
      const [running, served] = [runningBuild(), await servedBuild()];
      if (running === undefined || served === undefined || running === served) return;
      clearInterval(timer);
      window.removeEventListener('vite:preloadError', onMissingChunk);
      toast({
        tone: 'info',
        ...texts.newBuild,
        action: { label: texts.newBuild.action, run: () => window.location.reload() },
      });
    };
    const onMissingChunk = () => void check();
    const timer = setInterval(() => void check(), every);
    window.addEventListener('vite:preloadError', onMissingChunk);
    return () => {
      clearInterval(timer);
      window.removeEventListener('vite:preloadError', onMissingChunk);
    };
  }, []);
}

function runningBuild(): string | undefined {
  return entryOf(document);
}

async function servedBuild(): Promise<string | undefined> {
  try {
    const response = await fetch('/', { cache: 'no-cache' });
    return entryOf(new DOMParser().parseFromString(await response.text(), 'text/html'));
  } catch {
    return undefined;
  }
}

/** The name of the entry script carries the hash of the build. */
function entryOf(page: Document): string | undefined {
  return page.querySelector('script[type="module"][src]')?.getAttribute('src') ?? undefined;
}
