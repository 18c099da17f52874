import { mainProduct } from '@atrium/contract/product';
import { Outlet, useMatches } from '@tanstack/react-router';
import { useEffect } from 'react';
import { DialogHost } from '../ui/dialogs/host.tsx';
import { MaintenanceBanner } from './MaintenanceBanner.tsx';
import { ToastHost } from '../ui/toast.tsx';

export function Root() {
  const title = useMatches({
    select: (matches) => matches.findLast((match) => match.staticData.title)?.staticData.title,
  });
  useEffect(() => {
    document.title = title ? `${title} · ${mainProduct.name}` : mainProduct.name;
  }, [title]);
  return (
    <>
      <MaintenanceBanner />
      <Outlet />
      <DialogHost />
      <ToastHost />
    </>
  );
}
