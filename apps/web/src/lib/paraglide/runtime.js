export * from '@tegenzet/texts/runtime'
