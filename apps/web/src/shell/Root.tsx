import { mainProduct } from '@atrium/contract/product';
import { Outlet, useMatches } from '@tanstack/react-router';
import { useEffect } from 'react';
import { DialogHost } from '../ui/dialogs/host.tsx';
import { MaintenanceBanner } from './MaintenanceBanner.tsx';
import { ToastHost } from '../ui/toast.tsx';
import { useTrail } from '../ui/trail.ts';

export function Root() {
  const title = useMatches({
    select: (matches) => matches.findLast((match) => match.staticData.title)?.staticData.title,
  });
  const name = useTrail()?.at(-1)?.text ?? title;
  useEffect(() => {
    document.title = name ? `${name} · ${mainProduct.name}` : mainProduct.name;
  }, [name]);
  return (
    <>
      <MaintenanceBanner />
      <Outlet />
      <DialogHost />
      <ToastHost />
    </>
  );
}
