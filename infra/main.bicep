// AVA's Azure resources in one resource group: the API (which serves the tab), the bot with its registration, the database.
targetScope = 'resourceGroup'

@description('Suffix of every name; lower-case letters and digits.')
@minLength(3)
@maxLength(12)
param resourceSuffix string

@description('Region of all resources.')
param location string = resourceGroup().location

@description('Client id of AVA\'s registration in Entra.')
param entraClientId string

@description('Client secret of that registration, for the on-behalf-of exchange.')
@secure()
param entraClientSecret string

@description('Id of the app in Teams, which the bot\'s links open.')
param teamsAppId string

@description('Password of the database\'s administrator.')
@secure()
@minLength(16)
param databasePassword string

@description('Address of a server with OpenAI\'s protocol, including the version: for Azure OpenAI https://NAME.openai.azure.com/openai/v1.')
param modelsEndpoint string

@description('Key for the models.')
@secure()
param modelsKey string

module store 'store.bicep' = {
  name: 'store'
  params: {
    name: 'ava-${resourceSuffix}-store'
    location: location
    administratorPassword: databasePassword
    storageAccountName: 'ava${resourceSuffix}files'
  }
}

module api 'api.bicep' = {
  name: 'api'
  params: {
    name: 'ava-${resourceSuffix}'
    location: location
    databaseHost: store.outputs.host
    databaseName: store.outputs.database
    databaseUser: store.outputs.user
    storageAccountName: store.outputs.storageAccountName
    databasePassword: databasePassword
    entraClientId: entraClientId
    entraClientSecret: entraClientSecret
    // One registration for the tab, the API and the bot.
    botId: entraClientId
    modelsEndpoint: modelsEndpoint
    modelsKey: modelsKey
  }
}

module bot 'bot.bicep' = {
  name: 'bot'
  params: {
    name: 'ava-${resourceSuffix}-bot'
    location: location
    planId: api.outputs.planId
    apiHost: api.outputs.host
    entraClientId: entraClientId
    entraClientSecret: entraClientSecret
    teamsAppId: teamsAppId
  }
}

// Named like the variables of env/.env.*, where the toolkit writes them.
output BOT_ID string = entraClientId
output BOT_TENANT_ID string = tenant().tenantId
output TAB_DOMAIN string = api.outputs.host
output TAB_ENDPOINT string = 'https://${api.outputs.host}'
output API_AZURE_APP_SERVICE_RESOURCE_ID string = api.outputs.id
output BOT_AZURE_APP_SERVICE_RESOURCE_ID string = bot.outputs.id
