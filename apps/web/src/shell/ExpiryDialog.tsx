import { mainProduct, occupancyProduct } from '@atrium/contract/product';
import type { Product } from '@atrium/rules/subscription';
import { Button, Group, Text } from '@mantine/core';
import { useProductInfo } from '../api/product-info.ts';
import { endingWords } from '../api/subscription-words.ts';
import { Dialog } from '../ui/dialogs/Dialog.tsx';
import { remember } from '../ui/use-remembered.ts';
import { accountTexts as texts } from './account-texts.ts';

interface Props {
  notice: { product: Product; on: string; days: number; key: string };
  onClose: () => void;
}

/** Once on each device, and again if the date changes. */
export default function ExpiryDialog({ notice, onClose }: Props) {
  const info = useProductInfo();
  const close = () => {
    remember(notice.key, notice.on);
    onClose();
  };
  const { name } = notice.product === 'atrium' ? mainProduct : occupancyProduct;
  return (
    <Dialog title={texts.expiry.title(name)} onClose={close}>
      <Text>{endingWords(notice, info?.billingPhone)}</Text>
      <Group justify="flex-end" mt="lg">
        <Button data-autofocus onClick={close}>
          {texts.expiry.dismiss}
        </Button>
      </Group>
    </Dialog>
  );
}
