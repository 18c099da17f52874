import {
  type DashboardTemplate,
  deleteTemplateImage,
  getTemplate,
  listTemplates,
  uploadTemplateImage,
} from '@atrium/contract/dashboard-templates';
import { imageTypes } from '@atrium/rules/attachment';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { upload } from '../../api/client.ts';
import { useRefresh, useWrite } from '../../api/use-endpoint.ts';
import { confirm } from '../../ui/confirm.tsx';
import { FileButton } from '../../ui/FileButton.tsx';
import { Quiet } from '../../ui/Quiet.tsx';
import { toast } from '../../ui/toast.tsx';
import classes from './templates.module.css';
import { texts } from './texts.ts';

/** The picture of a template in the gallery. */
export function TemplateImage({ template }: { template: DashboardTemplate }) {
  const { dashboardTemplateId, name, templateImage } = template;
  const refresh = useRefresh();
  const [sending, setSending] = useState(false);
  const remove = useWrite(deleteTemplateImage, texts.imageRemoved, [getTemplate, listTemplates]);

  const choose = async (file: File | null) => {
    if (!file) return;
    setSending(true);
    const form = new FormData();
    form.append('file', file, file.name);
    const { title, ok, fail } = texts.imageSaved;
    try {
      await upload(uploadTemplateImage, { params: { dashboardTemplateId } }, form);
      toast({ tone: 'success', title, text: ok });
    } catch (error) {
      toast({ tone: 'danger', title, text: error instanceof Error ? `${fail}. ${error.message}` : fail });
    }
    await refresh([getTemplate, listTemplates]);
    setSending(false);
  };
  const askAndRemove = async () => {
    const attachmentId = templateImage?.split('/').at(-1) ?? '';
    if (!(await confirm(texts.imageRemoval))) return;
    // The toast reports the failure.
    await remove.mutateAsync({ params: { dashboardTemplateId, attachmentId } }).catch(() => undefined);
  };

  return (
    <>
      <Quiet>{texts.imageHelp}</Quiet>
      {templateImage !== null && (
        <div>
          <img className={classes['thumbnail']} src={templateImage} alt={texts.imageOf(name)} />
        </div>
      )}
      <div className={classes['buttons']}>
        <FileButton accept={imageTypes.map((ending) => `.${ending}`).join(',')} onChange={(file) => void choose(file)}>
          {(props) => (
            <Button variant="default" loading={sending} {...props}>
              {texts.chooseImage}
            </Button>
          )}
        </FileButton>
        {templateImage !== null && (
          <Button variant="default" onClick={() => void askAndRemove()}>
            {texts.removeImage}
          </Button>
        )}
      </div>
    </>
  );
}
