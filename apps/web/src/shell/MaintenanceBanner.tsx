import { Button } from '@mantine/core';
import { IconTool } from '@tabler/icons-react';
import { longTimestamp } from '../format/dates.ts';
import { useProductInfo } from '../api/product-info.ts';
import { useNow } from '../ui/use-now.ts';
import { useRemembered } from '../ui/use-remembered.ts';
import classes from './Banner.module.css';
import { texts } from './texts.ts';

/** Above everything, while planned maintenance lasts and until it is dismissed on this device. */
export function MaintenanceBanner() {
  const maintenance = useProductInfo()?.maintenance;
  const now = useNow(60_000);
  const [dismissed, dismiss] = useRemembered('maintenance');
  if (!maintenance) return null;
  const window = `${maintenance.from}/${maintenance.to}`;
  const isNow = Date.parse(maintenance.from) <= now && now < Date.parse(maintenance.to);
  if (!isNow || dismissed === window) return null;
  return (
    <aside className={classes['banner']} aria-label={texts.maintenance.label}>
      <IconTool size={18} className={classes['icon']} aria-hidden />
      <span>{texts.maintenance.text(longTimestamp(maintenance.to))}</span>
      <Button size="compact-sm" variant="default" onClick={() => dismiss(window)}>
        {texts.maintenance.dismiss}
      </Button>
    </aside>
  );
}
