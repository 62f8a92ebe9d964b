import { mount } from 'svelte'
import App from './App.svelte'
import './house.css'

mount(App, { target: document.getElementById('app')! })
